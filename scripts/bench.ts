// `npm run bench`: measures the running product on this machine and writes docs/benchmarks.md. With names, such as
// `npm run bench -- submits`, only those parts of it. `npm run bench -- growth --calls 2000000` says how many calls that part writes.
import { parseArgs } from "node:util";
import { measureAnnotation } from "./bench/annotation.ts";
import { measureBrowser } from "./bench/browser.ts";
import { measureFirstRows } from "./bench/first-rows.ts";
import { measureGrowth } from "./bench/growth.ts";
import { measureHealth } from "./bench/health.ts";
import { measureIngest } from "./bench/ingest.ts";
import { type Product, withProduct } from "./bench/product.ts";
import { writeReport } from "./bench/report.ts";
import { measureSubmits } from "./bench/submits.ts";
import { measureThreads } from "./bench/threads.ts";
import { writeSection } from "./bench-engine/write-section.ts";

const { values, positionals: chosen } = parseArgs({
  options: { calls: { type: "string" } },
  allowPositionals: true,
});
const calls = values.calls === undefined ? undefined : Number(values.calls);
if (calls !== undefined && !(Number.isInteger(calls) && calls >= 1_000))
  stop("--calls is a whole number from 1000.");

const PARTS: Record<string, (product: Product) => Promise<void>> = {
  service: async (product) => {
    const health = await measureHealth(product);
    const rows = [
      health,
      ...(await measureIngest(product)),
      ...(await measureAnnotation(product)),
      ...(await measureThreads(product)),
    ];
    writeReport(rows, health);
  },
  // It scrolls through the queue that the first part fills.
  browser: async (product) => writeSection("In the browser", await measureBrowser(product)),
  rows: async (product) => writeSection("First rows", await measureFirstRows(product)),
  submits: async (product) => writeSection("Submitting at the desk", await measureSubmits(product)),
  // Last, so that no other part is measured beside its calls.
  growth: async (product) => writeSection("Growth", await measureGrowth(product, calls)),
};

const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  stop(`There is no part "${unknown.join(", ")}"; the parts are ${Object.keys(PARTS).join(", ")}.`);
if (chosen.includes("browser") && !chosen.includes("service"))
  stop("The part browser scrolls through the queue that the part service fills: name both.");
await withProduct(async (product) => {
  for (const [name, measurePart] of Object.entries(PARTS))
    if (chosen.length === 0 || chosen.includes(name)) await measurePart(product);
});

function stop(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
