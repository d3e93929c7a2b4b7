"""What `manage.py benchmark` measures of games."""
