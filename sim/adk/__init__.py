"""ADK's own decisions on plain events, independent of any lesson.

These functions follow google-adk 2.13.0 (Python) and google/adk-java 1.8.1-SNAPSHOT rule by rule, so that they can be
tested against the package itself on the same events. The policies use them. Left out, because no lesson has them: rewinds,
isolation scopes, confirmations and auth requests, thoughts, live transcriptions, a tool's sub-branches.
"""
