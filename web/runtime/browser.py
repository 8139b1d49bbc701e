"""The tests and the measurements drive a real Chromium, so this finds one, or installs one on a fresh machine."""

import os
import shutil
import subprocess

from web.runtime.tools import Failed, Step, Tools

ON_PATH = ("chromium", "chromium-browser", "google-chrome")
# Chromium's sandbox does not start for a root user, and a headless test does not need the other parts.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAUNCH = "from playwright.sync_api import sync_playwright as p\nwith p() as it: it.chromium.launch().close()"


def prepare(tools: Tools, step: Step) -> None:
    """Find Playwright's own browser or one on the PATH. If there is neither, install Debian's Chromium."""
    if on_path() or playwrights_own(tools.python):
        return
    if not shutil.which("apt-get"):
        raise Failed(
            "no browser: install Chromium or Chrome so that it is on the PATH, or run\n"
            f"  {tools.python} -m playwright install chromium"
        )
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if root and not shutil.which("sudo"):
        raise Failed("no browser, and not the right to install one: as root, apt-get install -y chromium")
    with step("installing Chromium"):
        for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
            done = subprocess.run(
                [*root, "apt-get", *words],
                capture_output=True,
                text=True,
                timeout=1200,
                stdin=subprocess.DEVNULL,
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            )
        if done.returncode or not on_path():
            reason = (done.stderr.strip() or "no browser came with it").splitlines()[-1]
            raise Failed(f"no browser, and `apt-get install chromium` did not bring one: {reason}")


def playwrights_own(python: str) -> bool:
    """Whether the browser that belongs to this Playwright is installed and starts."""
    return subprocess.run([python, "-c", LAUNCH], capture_output=True, timeout=120).returncode == 0


def on_path() -> str | None:
    return next((found for name in ON_PATH if (found := shutil.which(name))), None)
