import fs from "node:fs";
import path from "node:path";

const IMPORT = /(?:from|import)\s*\(?\s*"([#.][^"]+)"/g;
/** A file that imports this, directly or not, may start a database. */
const DATABASE = "lib/testing/postgres.ts";

/** The test files that need neither database nor browser nor Python. */
export function pureTestFiles(): string[] {
  const known = new Map<string, boolean>();
  return testFiles()
    .filter((file) => !reachesDatabase(file, known))
    .sort();
}

/** The test files in which a test is tagged as long: reading the others would take longer than these tests. */
export function longTestFiles(): string[] {
  return testFiles()
    .filter((file) => fs.readFileSync(file, "utf8").includes('tags: ["long"]'))
    .sort();
}

function testFiles(): string[] {
  return ["app", "components", "lib", "prisma", "scripts", "e2e/support"].flatMap(testFilesUnder);
}

function testFilesUnder(directory: string): string[] {
  if (!fs.existsSync(directory)) return [];
  const entries = fs.readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /(?<!\.python)\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function reachesDatabase(file: string, known: Map<string, boolean>): boolean {
  if (file === DATABASE) return true;
  const answer = known.get(file);
  if (answer !== undefined) return answer;
  known.set(file, false); // a cycle adds nothing
  const reaches = importsOf(file).some((imported) => reachesDatabase(imported, known));
  known.set(file, reaches);
  return reaches;
}

function importsOf(file: string): string[] {
  if (!fs.existsSync(file)) return [];
  const specifiers = [...fs.readFileSync(file, "utf8").matchAll(IMPORT)].map(
    ([, specifier = ""]) => specifier,
  );
  return specifiers.map((specifier) =>
    specifier.startsWith("#") ? specifier.slice(1) : path.normalize(path.join(path.dirname(file), specifier)),
  );
}
