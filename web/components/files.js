// One file in, chosen or dropped anywhere on the page, and one file out.
export function render({ model, el }) {
  const view = palimpsest.region(model, el);
  const fill = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
  const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1).replace(/\.0$/, "");

  async function open(file) {
    if (file.size > model.limit) {
      const sentence = fill(model.words.too_large, { name: file.name, size: megabytes(file.size), limit: megabytes(model.limit) });
      return model.send_msg({ act: "refuse", sentence });
    }
    try {
      const url = await new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.onerror = () => reject(reader.error);
        reader.readAsDataURL(file);
      });
      model.send_msg({ act: "open", name: file.name, data: url.slice(url.indexOf(",") + 1) });
    } catch (error) {
      model.send_msg({ act: "refuse", sentence: fill(model.words.unreadable, { name: file.name, why: error.message }) });
    }
  }

  view.addEventListener("change", (event) => {
    if (event.target.type !== "file" || !event.target.files.length) return;
    open(event.target.files[0]);
    event.target.value = ""; // so that the same file can be chosen again after it was mended
  });
  view.addEventListener("click", (event) => {
    if (event.target.closest("button")?.dataset.part === "export") model.send_msg({ act: "export" });
  });
  model.on("msg:custom", ({ name, text }) => {
    palimpsest.download(name, text, "application/json");
    palimpsest.say(model.words.exported.replace("{name}", name));
  });

  const input = () => view.querySelector("input[type=file]");
  const carriesFile = (event) => event.dataTransfer?.types.includes("Files") && !input().disabled;
  const over = (on) => document.body.classList.toggle("dropping", on);
  addEventListener("dragover", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    over(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
  addEventListener("drop", (event) => {
    if (!carriesFile(event)) return;
    event.preventDefault();
    over(false);
    if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
}
