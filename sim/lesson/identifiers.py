"""What an id may be: one printable word, so that it can be used in a sentence, an address and a table.

A name in any script is such a word, and so is an emoji made of several characters. The invisible joiners inside it
are allowed, but only between two characters.
"""

from __future__ import annotations

import unicodedata

SUMMARY_ID = "S"
"""The id that is reserved for the summary; a policy that writes several uses "S1", "S2" and so on."""

_JOINERS = "\u200c\u200d"


def unfit(text: str) -> str:
    """Why the text cannot be an id, to complete the sentence "it is ..."; empty if it can be one."""
    if any(c.isspace() for c in text):
        return "but an id holds no white space"
    hidden = next((c for c in text if not c.isprintable() and c not in _JOINERS), "")
    if hidden:
        name = unicodedata.name(hidden, "a control character").lower()
        return f"but an id holds nothing that does not print, and there is U+{ord(hidden):04X} ({name})"
    if text[0] in _JOINERS or text[-1] in _JOINERS:
        return "but a joiner in an id stands between two characters that it joins"
    return ""
