// `npm run bench`: measures the running product on this machine and writes docs/benchmarks.md.
import { measureAnnotation } from "./bench/annotation.ts";
import { measureBrowser } from "./bench/browser.ts";
import { measureHealth } from "./bench/health.ts";
import { measureIngest } from "./bench/ingest.ts";
import { withProduct } from "./bench/product.ts";
import { writeReport } from "./bench/report.ts";
import { measureThreads } from "./bench/threads.ts";
import { writeSection } from "./bench-engine/write-section.ts";

await withProduct(async (product) => {
  const health = await measureHealth(product);
  const rows = [
    health,
    ...(await measureIngest(product)),
    ...(await measureAnnotation(product)),
    ...(await measureThreads(product)),
  ];
  writeReport(rows, health);
  writeSection("In the browser", await measureBrowser(product));
});
