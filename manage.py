#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludotheque.settings")
    from django.core.management import execute_from_command_line
    from django.db import OperationalError, connection

    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if connection.connection is not None or "--traceback" in sys.argv:
            raise  # the database was there: the fault is another
        said, where = str(error).strip(), connection.settings_dict["NAME"]
        sys.exit(f"La base {where} ne s’ouvre pas : {said}. Voyez VAR_DIR et DATABASE_URL.")


if __name__ == "__main__":
    main()
