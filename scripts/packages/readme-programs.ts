import fs from "node:fs";
import path from "node:path";
import { PACKAGES } from "./plans.ts";

/** The programs in the READMEs of the packages, in order, by names of files. What is written there is what runs. */
export function readmePrograms(): {
  readonly file: string;
  readonly text: string;
  readonly needsService: boolean;
}[] {
  return PACKAGES.flatMap(({ folder }) => {
    const readme = fs.readFileSync(path.join(folder, "README.md"), "utf8");
    const programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
    const name = path.basename(folder);
    return programs.map((text, index) => ({
      file: `${name}-${index + 1}.ts`,
      text,
      needsService: text.includes("SPINDLE_URL"),
    }));
  });
}
