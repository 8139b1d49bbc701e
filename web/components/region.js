export function render({ model, el }) {
  palimpsest.region(model, el);
}
