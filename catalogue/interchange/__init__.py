"""Files of other systems, read and written: tables (CSV, XLSX) and UNIMARC (ISO 2709, MARCXML, PMB's XML).

Nothing here asks or changes the database: a file becomes `Item`s, and rows become a file (docs/import.md).
"""
