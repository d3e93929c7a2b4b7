"""The whole library in one file, and back: `manage.py backup`, `manage.py restore` (docs/backup.md)."""

from ludotheque.backup.making import back_up
from ludotheque.backup.restoring import restore
from ludotheque.backup.verifying import Unusable, read

__all__ = ["Unusable", "back_up", "read", "restore"]
