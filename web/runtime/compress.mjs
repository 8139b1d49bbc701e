// Why: Python's own library has no Brotli, and Node has. Reads [[file, form], ...] from standard input.
import { readFileSync, writeFileSync, renameSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

// 11 takes ten times as long as 9 for a tenth of the bytes; Python's memory, by far the largest, changes with every edit.
const quality = (size) => (size > 20_000_000 ? 5 : 9);
const compress = promisify(brotliCompress);

const jobs = JSON.parse(readFileSync(0, "utf8"));
await Promise.all(jobs.map(async ([file, form]) => {
  const data = readFileSync(file);
  const made = await compress(data, { params: {
    [constants.BROTLI_PARAM_QUALITY]: quality(data.length),
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  } });
  writeFileSync(`${form}.partial`, made);
  renameSync(`${form}.partial`, form);
}));
