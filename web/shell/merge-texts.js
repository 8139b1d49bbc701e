// Merges the notes of two tabs that write at the same time, so that neither loses a word. Each tab changed one stretch of the
// text that both knew. If the stretches touch, both are kept, in an order that is the same in both tabs.
//
// Where both must be kept, stretches consist of whole words, so that no word is cut. Elsewhere they consist of letters, because
// two people who type at one place begin their words without a space between them.

const words = (text) => text.split(/(\s+)/).filter(Boolean);
const letters = (text) => [...text];

// The stretch that differs: it runs from `from` to `to` in the old text, and `put` replaces it in the new text.
function change(old, now) {
  let from = 0;
  let same = 0; // number of equal words at the end
  const most = Math.min(old.length, now.length);
  while (from < most && old[from] === now[from]) from += 1;
  while (same < most - from && old.at(-1 - same) === now.at(-1 - same)) same += 1;
  return { from, to: old.length - same, put: now.slice(from, now.length - same).join("") };
}

// What changed here and elsewhere, by the parts into which `split` cuts a text. `apart` says that the stretches do not touch.
function compare(split, base, mine, theirs) {
  const old = split(base);
  const span = (from, to) => old.slice(from, to).join("");
  const their = change(old, split(theirs));
  const my = mine === base ? { ...their, put: span(their.from, their.to) } : change(old, split(mine));
  const apart = mine === base || my.to < their.from || their.to < my.from;
  const added = my.from === my.to && their.from === their.to; // nothing was taken away
  return { span, their, my, apart, simple: mine === base || (apart && added) };
}

// Merges the two texts that were both made from `base`. `clash` says whether both versions were kept, one below the other.
// `moved(place)` is the cursor's place in the merged text, if it was at `place` in `mine`.
export function merge(base, mine, theirs, divider) {
  if (mine === theirs || theirs === base) return { text: mine, clash: false, moved: (place) => place };
  const closely = compare(letters, base, mine, theirs);
  const { span, their, my, apart } = closely.simple ? closely : compare(words, base, mine, theirs);
  const from = apart ? their.from : Math.min(my.from, their.from);
  const to = apart ? their.to : Math.max(my.to, their.to);
  const shift = my.put.length - span(my.from, my.to).length;
  const start = span(0, from).length + (from > my.from ? shift : 0); // where the stretch begins in `mine`
  const end = span(0, to).length + (to >= my.to ? shift : 0);

  const own = mine.slice(start, end);
  const other = span(from, their.from) + their.put + span(their.to, to);
  const one = apart || own === other;
  const clash = !one && Boolean(own.trim() && other.trim());
  const [upper, lower] = [own, other].sort();
  const upTo = upper + (clash ? `\n\n${divider}\n` : "");
  const middle = one ? other : upTo + lower;
  const text = mine.slice(0, start) + middle + mine.slice(end);

  const moved = (place) => {
    if (place < start || (one && place === start)) return place;
    if (place > end || (apart && place === end)) return place + text.length - mine.length;
    if (apart) return start;
    return own === upper ? place : place + upTo.length;
  };
  return { text, clash, moved };
}
