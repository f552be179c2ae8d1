// `npm run docs`: the documents as the pages below /docs are drawn from, with their index for the search. A build runs it where one changed.
import fs from "node:fs";
import path from "node:path";
import { runTask, takeNoArguments } from "../lib/tasks/wrong-use.ts";
import { buildSite } from "./build-site.ts";

const OUT = "lib/generated/docs";

await runTask(async () => {
  takeNoArguments("docs", process.argv.slice(2));
  const { pages, groups, search, pictures, faults } = buildSite(process.cwd());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) return 1;
  fs.mkdirSync(OUT, { recursive: true });
  write("site.json", JSON.stringify({ pages, groups }));
  // A text in JSON: the browser parses it once, in the library that wrote it.
  write("search.json", JSON.stringify({ index: JSON.stringify(search) }));
  write("pictures.js", pictureModule(pictures));
  console.log(
    `${Object.keys(pages).length} pages and ${search.documentCount} sections to search, for /docs of the service`,
  );
  return 0;
});

function write(name: string, text: string): void {
  fs.writeFileSync(path.join(OUT, name), text);
}

/** The bundler gives each picture its address. */
function pictureModule(pictures: readonly string[]): string {
  const up = path.relative(OUT, ".");
  const imports = pictures.map((file, at) => `import p${at} from ${JSON.stringify(`${up}/${file}`)};`);
  const names = pictures.map((file, at) => `  ${JSON.stringify(file)}: p${at},`);
  return [...imports, "export const PICTURES = {", ...names, "};", ""].join("\n");
}
