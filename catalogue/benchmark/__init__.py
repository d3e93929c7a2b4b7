"""What `manage.py benchmark` measures of the catalogue, on invented ones (`manage.py make_catalogue`)."""
