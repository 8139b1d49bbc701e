"""What each key does, as the help shows it."""

KEYS = {
    "play": "Play, pause, resume or replay the messages",
    "next": "Next message",
    "previous": "Previous message",
    "restart": "Restart from zero, settings unchanged",
    "capture": "Capture or replace the baseline",
    "expand": "Expand the experiment, and back",
    "help": "Show this help",
    "second-on": "One second on",
    "second-back": "One second back",
    "leap-on": "A sixth of the lesson on",
    "leap-back": "A sixth of the lesson back",
    "start": "To the start",
    "end": "To the end",
    "collapse": "Leave the expanded experiment",
    "next-budget": "The same policy under the next budget",
    "previous-budget": "The same policy under the budget before",
    "next-policy": "The next policy under the same budget",
    "previous-policy": "The policy before under the same budget",
    "first-budget": "The same policy under the first budget",
    "last-budget": "The same policy under the last budget",
}

KEY_NAMES = {
    "ArrowRight": "Right arrow",
    "ArrowUp": "Up arrow",
    "ArrowLeft": "Left arrow",
    "ArrowDown": "Down arrow",
    "PageUp": "Page Up",
    "PageDown": "Page Down",
}

PLACES = {
    "experiment": "in the experiment, never in the notes",
    "timeline": "on the timeline",
    "map": "on a cell of the table of every budget and policy",
}
