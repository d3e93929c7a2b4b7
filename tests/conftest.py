"""Settings and cast that all tests share."""
