"""Measures how fast the page is, and compares it with the shortest time that the same page could take.

That shortest time is called the floor. It is measured on the same site with a worker that does nothing: the HTML, the scripts and
the Bokeh document are the same, but there is no Python. The floor counts as interactive once its document is rendered. Real
Chromium loads both sites in turn: "cold" is the first visit of a fresh browser context, "warm" is its second visit.
`build.py bench` runs this module in the environment that it made.
"""

import argparse
import shutil
import statistics
import tempfile
import threading
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from web.runtime import browser, serve, tools

SITE = tools.ROOT / ".build/site"
BROTLI = tools.ROOT / ".build/brotli"
MEASURED = {
    "first paint": "paint",
    "lesson readable": "readable",
    "document rendered": "rendered",
    "interactive": "interactive",
}
PATIENCE = 60_000  # milliseconds
SETTLE = 9_000  # milliseconds after a first visit, until later files are fetched and the browser has stored everything
Load = dict[str, dict[str, float]]  # "cold" or "warm", then the name of the measure: milliseconds
STEPS, SEEKS, PLAYING = 21, (60, 30, 7.5, 45, 0, 52.5, 22.5), 3


def served(stack: ExitStack, folder: Path) -> str:
    server = stack.enter_context(serve.Server())
    server.site = serve.Site(folder, BROTLI)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    stack.callback(server.shutdown)
    return f"http://127.0.0.1:{server.server_port}/"


def floor(folder: Path) -> Path:
    """A copy of the site whose worker does nothing."""
    shutil.copytree(SITE, folder)
    for worker in folder.glob("shell-*/worker.js"):
        worker.write_text("", "utf-8")
    return folder


def visit(context: BrowserContext, address: str, until: str) -> tuple[Page, dict[str, float]]:
    page = context.new_page()
    page.goto(address)
    waited = 0
    while until not in (marks := page.evaluate("bench.marks")):
        if (waited := waited + 50) > PATIENCE:
            raise tools.Failed(f"the page was not {until} after {PATIENCE / 1000:.0f} s; it got to {marks}")
        page.wait_for_timeout(50)
    marks["paint"] = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    return page, marks


def load(chromium: Browser, address: str, until: str) -> Load:
    """Measure a cold visit, then a warm one."""
    with chromium.new_context() as context:
        context.add_init_script(path=Path(__file__).with_name("bench.js"))
        found = {}
        for kind in ("cold", "warm"):
            page, found[kind] = visit(context, address, until)
            page.wait_for_timeout(SETTLE)
            page.close()
    return found


def use(chromium: Browser, address: str) -> dict[str, list[float]]:
    """Measure what a user does after the start: steps, seeks and playing."""
    with chromium.new_context() as context:
        context.add_init_script(path=Path(__file__).with_name("bench.js"))
        page, _ = visit(context, address, "interactive")
        page.wait_for_timeout(SETTLE)
        return {
            "next message to painted": [page.evaluate("bench.step()") for _ in range(STEPS)],
            "seek to painted": [page.evaluate("seconds => bench.seek(seconds)", seconds) for seconds in SEEKS * 3],
            "playhead frames a second": [page.evaluate("seconds => bench.frames(seconds)", PLAYING) for _ in range(3)],
        }


def spread(values: list[float], unit: str = " ms") -> str:
    return f"{statistics.median(values):,.0f}{unit} ({min(values):,.0f}-{max(values):,.0f})"


def verdict(ratio: float, most: float) -> str:
    return f"{ratio:.2f}x ({'within' if ratio <= most else 'OVER'} {most:g}x)"


def report(site: list[Load], bare: list[Load], using: dict[str, list[float]]) -> None:
    def values(runs: list[Load], kind: str, name: str) -> list[float]:
        return [run[kind][name] for run in runs]

    def times(kind: str, name: str, floors: str) -> float:
        return statistics.median(values(site, kind, name)) / statistics.median(values(bare, kind, floors))

    targets = {
        ("cold", "interactive"): 5,
        ("warm", "interactive"): 4,
        ("cold", "first paint"): 1.5,
        ("warm", "first paint"): 1.5,
    }
    print(
        f"\n{len(site)} loads of each kind, medians (least-most)\n\n| load | what | Palimpsest | floor | ratio |\n|---|---|---|---|---|"
    )
    for kind in ("cold", "warm"):
        for what, name in MEASURED.items():
            floors = "rendered" if name == "interactive" else name
            ratio = times(kind, name, floors)
            target = targets.get((kind, what))
            print(
                f"| {kind} | {what} | {spread(values(site, kind, name))} | {spread(values(bare, kind, floors))} "
                f"| {verdict(ratio, target) if target else f'{ratio:.2f}x'} |"
            )
    print("\n| in use | |\n|---|---|")
    for what, numbers in using.items():
        print(f"| {what} | {spread(numbers, '' if 'frames' in what else ' ms')} |")


def sizes() -> None:
    """Print the bytes of each large file. Small files are added up by folder."""
    site = serve.Site(SITE, BROTLI)
    rows: dict[str, list[int]] = {}
    for name, path, form, _ in {entry[0]: entry for entry in site.files.values()}.values():
        raw = path.stat().st_size
        row = rows.setdefault(name if raw > 50_000 or "/" not in name else f"{name.split('/')[0]}/ (the rest)", [0, 0])
        row[0] += raw
        row[1] += form.stat().st_size if form else raw
    print("\n| file | bytes | Brotli |\n|---|---|---|")
    for name, (raw, small) in sorted(rows.items(), key=lambda row: -row[1][1]):
        print(f"| {name} | {raw:,} | {small:,} |")
    print(f"| all | {sum(row[0] for row in rows.values()):,} | {sum(row[1] for row in rows.values()):,} |")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--loads", type=int, default=5)
    loads = parser.parse_args().loads
    with ExitStack() as stack, sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path).exists()
        chromium = playwright.chromium.launch(executable_path=None if own else browser.on_path(), args=browser.FLAGS)
        scratch = stack.enter_context(tempfile.TemporaryDirectory())
        addresses = served(stack, SITE), served(stack, floor(Path(scratch) / "floor"))
        site, bare = [], []
        for number in range(loads):
            site.append(load(chromium, addresses[0], "interactive"))
            bare.append(load(chromium, addresses[1], "rendered"))
            print(
                f"load {number + 1} of {loads}: interactive cold {site[-1]['cold']['interactive']:,.0f} ms, "
                f"warm {site[-1]['warm']['interactive']:,.0f} ms",
                flush=True,
            )
        using = use(chromium, addresses[0])
        chromium.close()
    report(site, bare, using)
    sizes()


if __name__ == "__main__":
    main()
