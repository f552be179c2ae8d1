// `npm run eval:mini`: judges spindle-mini by prompts that its training never saw; exits 1 where an aim is missed.
import path from "node:path";
import { parseArgs } from "node:util";
import { figuresTable, judge, missedAims } from "./mini/judge.ts";

const { values } = parseArgs({
  options: {
    folder: {
      type: "string",
      default: path.resolve(import.meta.dirname, "../lib/models/base-models/spindle-mini"),
    },
    threads: { type: "string", default: "2" },
  },
});

const figures = await judge(values.folder, { threads: Number(values.threads) });
console.log(figuresTable(figures));
for (const missed of missedAims(figures)) {
  console.error(missed);
  process.exitCode = 1;
}
