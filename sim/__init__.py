"""The engine of Palimpsest: what an agent can still prove after its context was compressed.

It is pure: it reads no clock, uses no random numbers and imports no user interface. So the same fixture under the same
settings gives the same bytes on the command line, in a test and in a browser.
"""

__version__ = "0.1.0"
