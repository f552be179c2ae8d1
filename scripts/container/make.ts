// `npm run lay-out -- <folder>`: the built service as a container holds it, in a new folder. `npm run build` comes before.
import fs from "node:fs";
import path from "node:path";
import { runTask, WrongUse } from "../lib/tasks/wrong-use.ts";
import { layOut } from "./lay-out.ts";

await runTask(async () => {
  const [name, ...more] = process.argv.slice(2);
  if (!name || more.length > 0) throw new WrongUse("Name a new folder: npm run lay-out -- <folder>");
  const folder = path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (fs.existsSync(folder)) throw new WrongUse(`${folder} is there already; name a new folder.`);
  await layOut(folder);
  console.log(`Laid out in ${folder}; run it there: node scripts/launch.mjs start`);
  return 0;
});
