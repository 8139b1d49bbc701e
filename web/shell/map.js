// The cells of the map are one stop of the Tab key, and further keys lead from cell to cell: through a policy's budgets, and through
// the policies. The stop is the current setting's cell until the focus goes to another one.
let left = ""; // the value of the cell that had the focus last
let chosen = ""; // the value of the current setting's cell at that time

// Python writes the table anew and knows nothing of the focus, so the stop is found again after each change.
function stop() {
  const cells = [...document.querySelectorAll("#slot-comparison .cell")];
  const now = cells.find((cell) => cell.hasAttribute("aria-current")) ?? cells[0];
  if (now && now.value !== chosen) [chosen, left] = [now.value, now.value];
  const here = cells.find((cell) => cell === document.activeElement) ?? cells.find((cell) => cell.value === left) ?? now;
  for (const cell of cells) if (cell.tabIndex !== (cell === here ? 0 : -1)) cell.tabIndex = cell === here ? 0 : -1;
}

// Where each key leads in a table of rows of cells, from a row and a column.
const LEADS = {
  "next-budget": (rows, row, column) => rows[row][column + 1],
  "previous-budget": (rows, row, column) => rows[row][column - 1],
  "next-policy": (rows, row, column) => rows[row + 1]?.[column],
  "previous-policy": (rows, row, column) => rows[row - 1]?.[column],
  "first-budget": (rows, row) => rows[row][0],
  "last-budget": (rows, row) => rows[row].at(-1),
};

export function map(keys) {
  const actions = Object.fromEntries(keys.filter((key) => key.place === "map").flatMap((key) => key.keys.map((name) => [name, key.action])));
  const slot = document.getElementById("slot-comparison");
  slot.addEventListener("keydown", (event) => {
    const lead = LEADS[actions[event.key]];
    const cell = event.target.closest(".cell");
    if (!lead || !cell || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); // no scrolling
    const rows = [...cell.closest("tbody").rows].map((row) => [...row.querySelectorAll(".cell")]);
    const row = rows.findIndex((cells) => cells.includes(cell));
    lead(rows, row, rows[row].indexOf(cell))?.focus();
  });
  slot.addEventListener("focusin", ({ target }) => {
    if (!target.matches(".cell")) return;
    left = target.value;
    stop();
  });
  new MutationObserver(stop).observe(slot, { subtree: true, childList: true, attributeFilter: ["tabindex", "aria-current", "value"] });
  stop();
}
