import fs from "node:fs";
import path from "node:path";
import { WrongUse } from "./wrong-use.ts";

/** What a command for tests was asked to run: files by their runner, and options that go to it as they are. */
export type TestTargets = {
  readonly unit: readonly string[];
  readonly e2e: readonly string[];
  readonly options: readonly string[];
};

/** Where the arguments are from: the project, and the folder in which the person stood. */
export type Place = { readonly root: string; readonly from: string };

const UNIT = /\.test\.tsx?$/;
const E2E = /\.spec\.ts$/;
const TEST_FOLDERS = ["app", "components", "e2e", "lib", "prisma", "scripts"];
const MOST_SUGGESTIONS = 5;

/** Files and folders first, then the options of the runner. Throws `WrongUse` for what is not a test. */
export function readTestTargets(args: readonly string[], place: Place): TestTargets {
  const firstOption = args.findIndex((argument) => argument.startsWith("-"));
  const named = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = firstOption === -1 ? [] : args.slice(firstOption);
  const files = [...new Set(named.flatMap((name) => testsAt(name, place)))];
  return {
    unit: files.filter((file) => UNIT.test(file)),
    e2e: files.filter((file) => E2E.test(file)),
    options,
  };
}

/** The test files that a name stands for, from the project's root. */
function testsAt(name: string, { root, from }: Place): string[] {
  const found = [path.resolve(from, name), path.resolve(root, name)].find((file) => fs.existsSync(file));
  if (found === undefined || isOutside(root, found))
    throw new WrongUse(`There is no ${name} in this project.${suggestions(root, name)}`);
  const file = path.relative(root, found);
  if (fs.statSync(found).isDirectory()) return testsUnder(root, file, name);
  if (UNIT.test(file) || E2E.test(file)) return [file];
  const test = [".test.ts", ".test.tsx"]
    .map((ending) => file.replace(/\.tsx?$/, ending))
    .find((beside) => beside !== file && fs.existsSync(path.join(root, beside)));
  const hint = test ? ` Its tests are in ${test}.` : "";
  throw new WrongUse(`${name} is not a test; tests end in .test.ts, .test.tsx or .spec.ts.${hint}`);
}

function isOutside(root: string, file: string): boolean {
  const relative = path.relative(root, file);
  return relative.startsWith("..") || path.isAbsolute(relative) || relative.startsWith("node_modules");
}

function testsUnder(root: string, folder: string, name: string): string[] {
  const files = folder === "" ? allTests(root) : filesUnder(root, folder);
  if (files.length === 0) throw new WrongUse(`There is no test in ${name}.`);
  return files;
}

function allTests(root: string): string[] {
  return TEST_FOLDERS.flatMap((folder) => filesUnder(root, folder));
}

function filesUnder(root: string, folder: string): string[] {
  const at = path.join(root, folder);
  if (!fs.existsSync(at)) return [];
  return fs
    .readdirSync(at, { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => UNIT.test(file) || E2E.test(file))
    .sort();
}

/** Tests that hold the last part of the name, without its ending, in theirs. */
function suggestions(root: string, name: string): string {
  const part = path.basename(name).replace(/(\.(test|spec))?\.tsx?$/, "");
  const near = part === "" ? [] : allTests(root).filter((file) => file.includes(part));
  if (near.length === 0) return " Name files or folders of it, such as lib/contract/wire.test.ts.";
  const more = near.length > MOST_SUGGESTIONS ? [`and ${near.length - MOST_SUGGESTIONS} more`] : [];
  return ` Did you mean one of these?\n${[...near.slice(0, MOST_SUGGESTIONS), ...more].map((file) => `  ${file}`).join("\n")}`;
}
