"""Where static files lie, and by which address they are asked for."""

from functools import lru_cache

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's, which works each address out once: a page names a dozen files, always the same."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.url = lru_cache(maxsize=1024)(super().url)
