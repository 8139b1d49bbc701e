// A link can carry a small lesson in itself: compressed, after the "#", a part that no browser sends to a server.

const MOST_BYTES = 32 * 2 ** 20; // the engine's own limit, checked while unpacking because an address is not trusted
export const CARRIED = "#lesson=";
export const LINK_LENGTH = 8000; // characters of the lesson in a link; mail and chat programs cut much longer ones

// Returns the file that the address carries, or null. Throws an Error if it cannot be read.
export async function carried() {
  if (!location.hash.startsWith(CARRIED)) return null;
  return new File([await unpacked(location.hash.slice(CARRIED.length))], "");
}

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

export async function packed(text) {
  const bytes = new Uint8Array(await new Response(through(text, new CompressionStream("deflate-raw"))).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const parts = [];
  let size = 0;
  for (const reader = through(bytes, new DecompressionStream("deflate-raw")).getReader(); ;) {
    const { done: ended, value } = await reader.read();
    if (ended) return new Blob(parts);
    size += value.length;
    if (size > MOST_BYTES) throw new RangeError("it is too large");
    parts.push(value);
  }
}
