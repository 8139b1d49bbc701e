"""Tests that this engine decides the same as the package google-adk on the same sessions.

Only `oracle`, `freeze`, `agreement` and `test_live` need the package. `golden/` holds its frozen answers, so that every run of
the tests can compare with them.
"""
