import path from "node:path";
import { GALLERY_CONFIG } from "../checks/checks.ts";
import { generateClient } from "../start/prepare/prepare-sources.ts";
import { passThrough } from "./pass-through.ts";
import { readTestTargets, type TestTargets } from "./test-targets.ts";
import { WrongUse } from "./wrong-use.ts";

/** `npm test -- …`: the files that are named, each by its runner. */
export async function runNamedTests(args: readonly string[]): Promise<number> {
  const { unit, e2e, options } = targetsOf(args);
  if (unit.length + e2e.length === 0)
    throw new WrongUse(
      `Name files or folders before ${options.join(" ")}, or give options to one runner: npm run test:unit -- … or npm run test:e2e -- …`,
    );
  if (unit.length > 0 && e2e.length > 0 && options.length > 0)
    throw new WrongUse(
      `${options.join(" ")} cannot be meant for both runners: name either .test.ts or .spec.ts files with it.`,
    );
  await prepare();
  const codes = [
    unit.length > 0 ? await vitest(unit, options) : 0,
    e2e.length > 0 ? await playwright(e2e, options) : 0,
  ];
  return Math.max(...codes);
}

/** `npm run test:unit`: unit and integration tests, all of them where no file is named. */
export async function runUnitTests(args: readonly string[]): Promise<number> {
  const { unit, e2e, options } = targetsOf(args);
  // A folder may hold both.
  if (e2e.length > 0 && unit.length === 0)
    throw new WrongUse(`Journeys run by another command: npm run test:e2e -- ${e2e.join(" ")}`);
  await prepare();
  return vitest(unit, options);
}

/** `npm run test:e2e`: journeys, all of them where no file is named. */
export async function runJourneys(args: readonly string[]): Promise<number> {
  const { unit, e2e, options } = targetsOf(args);
  if (unit.length > 0 && e2e.length === 0)
    throw new WrongUse(`These run by another command: npm run test:unit -- ${unit.join(" ")}`);
  await prepare();
  return playwright(e2e, options);
}

function targetsOf(args: readonly string[]): TestTargets {
  // npm runs commands in the project's own folder; a path is meant from where the person stands.
  return readTestTargets(args, { root: process.cwd(), from: process.env.INIT_CWD ?? process.cwd() });
}

function prepare(): Promise<void> {
  return generateClient(new AbortController().signal);
}

function vitest(files: readonly string[], options: readonly string[]): Promise<number> {
  return passThrough(["vitest", "run", ...files, ...options]);
}

/** Components on their own page, journeys against a service that Playwright's own set-up builds and starts. */
async function playwright(files: readonly string[], options: readonly string[]): Promise<number> {
  const components = files.filter((file) => file.startsWith(path.dirname(GALLERY_CONFIG)));
  const journeys = files.filter((file) => !components.includes(file));
  const all = ["--project=http", "--project=browser", "--project=alone"];
  // What is named runs alone, without the projects that would have to pass before.
  const which = files.length === 0 ? all : ["--no-deps", ...journeys.map(asPattern)];
  const gallery = ["--config", GALLERY_CONFIG, ...components.map(asPattern)];
  const codes = [
    components.length > 0 ? await passThrough(["playwright", "test", ...gallery, ...options]) : 0,
    files.length === 0 || journeys.length > 0
      ? await passThrough(["playwright", "test", ...which, ...options])
      : 0,
  ];
  return Math.max(...codes);
}

/** Playwright reads patterns, so that their signs are taken literally. */
function asPattern(file: string): string {
  return file.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
