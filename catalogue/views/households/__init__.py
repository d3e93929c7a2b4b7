"""Families at the library: their pages, their subscriptions, their account, their cards."""
