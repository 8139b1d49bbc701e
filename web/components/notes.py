"""Why: notes must outlive Python, a crash and a reload, so they live in the page and in the browser's storage alone.

They are never sent to Python and never enter an address.
"""

from __future__ import annotations

from pathlib import Path

import param

from .region import Region


class Notes(Region):
    """`lesson` keys the storage, `words` holds the sentences, `heading` and `statement` begin the export."""

    lesson = param.String(allow_refs=True)
    title = param.String(allow_refs=True)
    words = param.Dict()
    statement = param.String()

    _esm = Path(__file__).with_suffix(".js")
