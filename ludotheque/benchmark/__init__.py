"""Speed measured as ratios: `manage.py benchmark`. The applications bring the sections."""
