import fs from "node:fs";
import path from "node:path";
import { runProgram } from "../lib/checks/check.ts";
import type { PackagePlan } from "./plans.ts";
import { sourceFiles } from "./source-files.ts";

type ProjectPackage = { version: string; license: string; dependencies: Record<string, string> };

const COMPILER = {
  target: "es2023",
  lib: ["esnext", "dom", "dom.iterable"],
  module: "esnext",
  // Types of some packages are written for bundlers; ours name the whole file, so that Node resolves them, too.
  moduleResolution: "bundler",
  strict: true,
  noUncheckedIndexedAccess: true,
  declaration: true,
  skipLibCheck: true,
  types: ["node"],
  rootDir: "src",
  outDir: "dist",
};

/** Writes a package, ready to be packed, into `home/<name>`, where packages that were built before it are found. Returns its folder. */
export async function buildPackage(plan: PackagePlan, home: string): Promise<string> {
  const folder = path.join(home, plan.name);
  fs.rmSync(folder, { recursive: true, force: true });
  for (const { to, text } of sourceFiles(plan)) write(path.join(folder, "src", to), text);
  write(path.join(folder, "package.json"), `${JSON.stringify(manifestOf(plan), null, 2)}\n`);
  write(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER, include: ["src"] }));
  const { code, output } = await runProgram(["tsc", "-p", path.join(folder, "tsconfig.json")]);
  if (code !== 0) throw new Error(`${plan.name} could not be compiled:\n${output}`);
  fs.cpSync(path.join(plan.folder, "README.md"), path.join(folder, "README.md"));
  fs.cpSync("LICENSE", path.join(folder, "LICENSE"));
  for (const [place, source] of Object.entries(plan.files))
    fs.cpSync(source, path.join(folder, place), { recursive: true });
  return folder;
}

function manifestOf(plan: PackagePlan): object {
  const project: ProjectPackage = JSON.parse(fs.readFileSync("package.json", "utf8"));
  const ours = Object.values(plan.others).map((name) => [name, project.version]);
  const theirs = plan.dependencies.map((name) => [name, project.dependencies[name]]);
  const modules = plan.opensRoom ? { "./*": { types: "./dist/*.d.ts", default: "./dist/*.js" } } : {};
  return {
    name: plan.name,
    version: project.version,
    description: plan.description,
    license: project.license,
    type: "module",
    engines: { node: ">=24" },
    sideEffects: false,
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, ...modules },
    files: ["dist", ...Object.keys(plan.files)],
    dependencies: Object.fromEntries([...ours, ...theirs]),
  };
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}
