"""Speed measured as ratios on invented catalogues: `manage.py benchmark` and `manage.py make_catalogue`."""
