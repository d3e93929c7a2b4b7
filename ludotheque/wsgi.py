"""WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from ludotheque.whole import WholeBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludotheque.settings")
application = WholeBodies(get_wsgi_application())
