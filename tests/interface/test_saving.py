"""Tests that "Exported" is said only if it is true, although no browser tells a page that a frame forbids downloads."""

import http.server
import re
import threading

import pytest
from playwright.sync_api import expect

from .screen import BOOT, WORDS

SAID = WORDS.SAVING


class Around(http.server.BaseHTTPRequestHandler):
    """Serves a page of another host with the site in a frame."""

    def do_GET(self) -> None:
        body = f'<!doctype html><title>Course</title><iframe sandbox="{self.server.sandbox}" src="{self.server.inside}" width="1200" height="900"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_) -> None:
        """Access logs are silenced: they would drown the output of the tests."""


@pytest.fixture
def course(page, site):
    """The site in a frame on a page of another host."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Around)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def within(sandbox: str):
        server.inside, server.sandbox = site, sandbox
        page.goto(f"http://localhost:{server.server_port}/")
        frame = page.frame_locator("iframe")
        expect(frame.get_by_role("button", name="Next message", exact=True)).to_be_enabled(timeout=BOOT)
        return frame

    yield within
    server.shutdown()


def test_in_a_frame_that_forbids_saving_the_text_is_offered(course, page, context, expected_errors):
    expected_errors.append("Download is disallowed")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    frame = course("allow-scripts allow-same-origin")
    frame.get_by_role("textbox", name="Notes", exact=True).fill("noted here")
    export = frame.get_by_role("button", name="Export notes", exact=True)
    expect(export).to_be_enabled(timeout=BOOT)
    export.press("Enter")
    dialog = frame.get_by_role("dialog", name=SAID["heading"])
    expect(dialog).to_contain_text(SAID["asked"].format(name="report-preference-notes.txt"))
    assert "noted here" in dialog.get_by_role("textbox").input_value()
    expect(frame.locator("#status")).not_to_contain_text("exported")
    page.keyboard.press("Escape")
    frame.get_by_role("button", name="Export fixture JSON", exact=True).press("Enter")
    expect(dialog.get_by_role("textbox")).to_have_value(re.compile('"palimpsest/replay"'))


def test_where_the_page_around_can_be_asked_it_is_known(page, site, expected_errors):
    """Here the page around the frame is on the same host, so it can be read."""
    expected_errors += ["Download is disallowed", "404"]
    page.goto(f"{site}palimpsest.txt")
    page.evaluate(
        '() => { document.body.innerHTML = \'<iframe sandbox="allow-scripts allow-same-origin" src="./"></iframe>\'; }'
    )
    frame = page.frame_locator("iframe")
    export = frame.get_by_role("button", name="Export notes", exact=True)
    expect(export).to_be_enabled(timeout=BOOT)
    export.press("Enter")
    expect(frame.get_by_role("dialog")).to_contain_text(SAID["forbidden"].format(name="report-preference-notes.txt"))


def test_the_same_announcement_twice_is_twice_in_the_live_region(screen):
    """The empty region must be drawn in between, or a screen reader would notice only one change."""
    page = screen.page
    expect(screen.status).not_to_be_empty()  # what was said before has been drawn
    seen = page.evaluate(
        """async () => {
          const status = document.getElementById("status");
          const frame = () => new Promise(requestAnimationFrame);
          const drawn = [];
          for (const round of [1, 2]) {
            palimpsest.say("It is so.");
            do { await frame(); drawn.push(status.textContent); } while (drawn.at(-1) !== "It is so.");
          }
          return drawn;
        }"""
    )
    assert seen[-1] == "It is so." and seen.count("It is so.") == 2
    first = seen.index("It is so.")
    assert "" in seen[:first] and "" in seen[first + 1 : -1]


def test_a_file_that_is_refused_twice_is_told_twice(screen):
    file = {"name": "bad.json", "mimeType": "application/json", "buffer": b"{}"}
    chooser = screen.page.get_by_label("Open fixture", exact=True)
    chooser.set_input_files(file)
    expect(screen.alert).to_contain_text("bad.json")
    sentence = screen.alert.locator("span").inner_text()
    chooser.set_input_files(file)
    expect(screen.status).to_have_text(sentence)  # a screen reader speaks only the new part of an alert
