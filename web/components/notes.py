"""Shows the learner's notes. They are kept only in the page and in the browser's storage, so that they survive a crash of Python.

They are never sent to Python and are never part of an address.
"""

from __future__ import annotations

from pathlib import Path

import param

from .region import Region


class Notes(Region):
    """`key` names the notes in the storage. `lesson` names the exported file, whose first line is `title` and last `statement`."""

    key = param.String(allow_refs=True)
    lesson = param.String(allow_refs=True)
    title = param.String(allow_refs=True)
    words = param.Dict()
    statement = param.String()

    _esm = Path(__file__).with_suffix(".js")
