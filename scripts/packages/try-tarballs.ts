import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runProgram } from "../lib/checks/check.ts";
import { readmePrograms } from "./readme-programs.ts";

/** How Node itself resolves, as strictly as can be; declarations of the packages are checked, too. */
export const CHECKED = {
  module: "nodenext",
  target: "es2023",
  lib: ["esnext", "dom"],
  strict: true,
  noEmit: true,
  types: ["node"],
};

/** Installs the tarballs with npm into an empty folder; checks the types of the programs of their READMEs, and runs those that need no service. */
export async function tryTarballs(tarballs: readonly string[]): Promise<number> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-packages-"));
  const inFolder = async (...command: string[]) => {
    const { code, output } = await runProgram(["env", "-C", folder, ...command]);
    if (code !== 0) throw new Error(`${command.slice(0, 2).join(" ")} ended with ${code}:\n${output}`);
    return output;
  };
  try {
    fs.writeFileSync(path.join(folder, "package.json"), '{"type": "module", "private": true}');
    const types = `@types/node@${versionOf("@types/node")}`;
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    await inFolder("npm", "install", ...options, types, ...tarballs.map((file) => path.resolve(file)));
    for (const { file, text } of readmePrograms()) fs.writeFileSync(path.join(folder, file), text);
    fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: CHECKED }));
    await inFolder(path.resolve("node_modules/.bin/tsc"), "-p", ".");
    for (const { file } of readmePrograms().filter(({ needsService }) => !needsService))
      console.log(`${file}:\n${(await inFolder(process.execPath, file)).trimEnd()}`);
    console.log("Installed in an empty folder, the packages do what their READMEs say.");
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function versionOf(name: string): string {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    fs.readFileSync("package.json", "utf8"),
  );
  return devDependencies[name] ?? "latest";
}
