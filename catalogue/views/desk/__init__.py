"""The desk: lending, taking back, and where things stand today.

Each page has one input. The family at the desk is in the address and in the form, never in the session, so
that two tabs with two families do not mix. A scan is answered in one line that can be read from afar.
"""
