import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { folderCircles } from "./folder-circles.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

const SOURCES = [
  "app",
  "components",
  "lib",
  "scripts",
  "e2e",
  "prisma",
  "server.ts",
  "proxy.ts",
  "next.config.js",
];

/** One import that the rules forbid. */
type ImportBreach = {
  rule: string;
  from: string;
  to: string;
};

type CruiseResult = {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number };
};

/** Checks every import under `directory` against .dependency-cruiser.cjs, and that no two folders need each other. */
export async function findImportBreaches(
  directory = ROOT,
): Promise<{ breaches: ImportBreach[]; files: number }> {
  const program = path.join(ROOT, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const config = path.join(ROOT, ".dependency-cruiser.cjs");
  const sources = SOURCES.filter((source) => fs.existsSync(path.join(directory, source)));
  // It exits with the number of breaches; only output that is no JSON is a failure.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, "--config", config, "--output-type", "json", ...sources],
    { cwd: directory, maxBuffer: 256 * 1024 * 1024 },
  ).catch((error: { stdout?: string; stderr?: string }) => {
    if (error.stdout) return { stdout: error.stdout };
    throw new Error(`The imports could not be read: ${error.stderr ?? String(error)}`);
  });
  const result: CruiseResult = JSON.parse(stdout);
  const breaches = result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { breaches: [...breaches, ...circlesIn(result)], files: result.summary.totalCruised };
}

/** Tests are next to what they test and reach for what they need, so that their imports say nothing of how the rooms lie. */
function circlesIn({ modules }: CruiseResult): ImportBreach[] {
  const isProduct = (file: string) =>
    /^(lib|components)\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);
  const imports = modules
    .filter(({ source }) => isProduct(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => isProduct(resolved))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    );
  return folderCircles(imports).map((folders) => ({
    rule: "no-folder-circles",
    from: folders[0] ?? "",
    to: folders.slice(1).join(" → "),
  }));
}
