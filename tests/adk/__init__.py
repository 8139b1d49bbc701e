"""Agreement with the package google-adk: what it decides on a session, and what this engine decides.

The package is needed by `oracle`, `freeze` and `test_live` alone. `golden/` keeps its answers, so that every run of
the tests compares with them.
"""
