// `npm run pack`: tarballs of the packages, in `dist`. With `-- --try` they are installed into an empty folder, and their examples run.
import fs from "node:fs";
import { runTask, WrongUse } from "../lib/tasks/wrong-use.ts";
import { packAll } from "./pack-all.ts";
import { tryTarballs } from "./try-tarballs.ts";

const TARBALLS = "dist";

await runTask(async () => {
  const args = process.argv.slice(2);
  if (args.length > 1 || (args[0] !== undefined && args[0] !== "--try"))
    throw new WrongUse(`npm run pack takes --try or nothing, and got ${args.join(" ")}.`);
  fs.rmSync(TARBALLS, { recursive: true, force: true });
  fs.mkdirSync(TARBALLS);
  const tarballs = await packAll({ home: ".cache/packages/node_modules", folder: TARBALLS });
  for (const file of tarballs) console.log(`${file} (${Math.ceil(fs.statSync(file).size / 1024)} KiB)`);
  return args[0] === "--try" ? tryTarballs(tarballs) : 0;
});
