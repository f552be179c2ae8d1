import fs from "node:fs";
import path from "node:path";

/** Where `Statement` is made; everywhere else it comes from the tag `sql`, and its rows from `columns`. */
const OWN = "lib/platform/db/";
const ROOTS = ["app", "lib", "scripts"];

/** Ways around the types that rows of SQL have, with what to do instead. */
const WAYS_AROUND: readonly [RegExp, string][] = [
  [/\bas (unknown as )?Statement</, "select columns(…) and let the statement have their type"],
  [/\bnew Statement\b/, "use the tag sql"],
  [/from "sql-template-tag"/, "import from lib/platform/db/sql.ts"],
  [/\$(query|execute)Raw/, "use db.query, whose rows are checked"],
];

/** Places in our sources where rows of SQL could get a type that nobody checked, each with what to do. */
export function findUncheckedRows(root: string): string[] {
  return ROOTS.flatMap((folder) => sourcesIn(root, folder)).flatMap((file) => {
    const lines = fs.readFileSync(path.join(root, file), "utf8").split("\n");
    return lines.flatMap((line, index) =>
      WAYS_AROUND.filter(([way]) => way.test(line)).map(
        ([, advice]) => `${file}:${index + 1} gives rows of SQL a type that nobody checks; ${advice}`,
      ),
    );
  });
}

function sourcesIn(root: string, folder: string): string[] {
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => ![OWN, "lib/generated/", "scripts/lib/checks/"].some((own) => file.startsWith(own)))
    .sort();
}
