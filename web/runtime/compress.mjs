// Compresses with Brotli in Node, because Python's standard library has no Brotli. Reads [[file, form], ...] from standard input.
import { readFileSync, writeFileSync, renameSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const QUALITY = 9; // 11 takes ten times as long for a tenth of the bytes
const compress = promisify(brotliCompress);

const jobs = JSON.parse(readFileSync(0, "utf8"));
await Promise.all(jobs.map(async ([file, form]) => {
  const data = readFileSync(file);
  const made = await compress(data, { params: {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: 22,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  } });
  writeFileSync(`${form}.partial`, made);
  renameSync(`${form}.partial`, form);
}));
