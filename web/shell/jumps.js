// On a small screen the panels stand one below the other. A row of links leads to each of them and marks the one at the top.
export function jumps() {
  const row = document.getElementById("jumps");
  const links = [...row.querySelectorAll("a")];
  const target = (link) => document.getElementById(link.hash.slice(1));

  function mark() {
    if (!row.offsetHeight) return;
    const line = row.getBoundingClientRect().bottom + 40;
    const tops = links.map((link) => target(link).getBoundingClientRect().top);
    const above = tops.filter((top) => top <= line);
    const page = document.scrollingElement;
    const ended = page.scrollTop > 0 && page.scrollTop + page.clientHeight >= page.scrollHeight - 1; // then the last can come no higher
    const here = ended ? links.at(-1) : links[tops.indexOf(Math.max(...above))];
    for (const link of links) {
      if (link === here) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  }

  // Not by the link itself, because what stands after the "#" in the address may be a lesson.
  row.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    target(link).focus({ preventScroll: true });
    target(link).scrollIntoView();
  });
  let asked = false;
  const later = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      mark();
    });
  };
  addEventListener("scroll", later, { passive: true });
  // What the row covers depends on how often its words wrap, and whatever gets the focus must stay below it.
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--jumps", `${row.offsetHeight}px`);
    later();
  }).observe(row);
}
