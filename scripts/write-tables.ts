// `npx node scripts/write-tables.ts`: writes the small tables that the product takes from large packages, so that only developers install these.
import fs from "node:fs";
import { TABLES } from "./lib/tables.ts";

for (const { file, text } of TABLES) {
  fs.writeFileSync(file, text());
  console.log(`Wrote ${file}`);
}
