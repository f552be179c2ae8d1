import fs from "node:fs";
import { expect, test } from "vitest";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(fs.readFileSync("package.json", "utf8"));
const documents = ["README.md", "CONTRIBUTING.md", "docs/commands.md"]
  .map((file) => fs.readFileSync(file, "utf8"))
  .join("\n");

test.each(Object.entries(scripts))(
  "npm run %s goes through the launcher to a file that there is, and is described",
  (name, line) => {
    const [, file] = /^exec node scripts\/launch\.mjs ([\w/-]+)$/.exec(line) ?? [];
    expect(fs.existsSync(`scripts/${file}.ts`), line).toBe(true);
    const typed = name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`;
    expect(documents.includes(`\`${typed}`), `${typed} stands in no document`).toBe(true);
  },
);
