import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import { keyOf } from "#lib/testing/clients/key-of.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { packAll } from "./pack-all.ts";
import { PACKAGES } from "./plans.ts";
import { readmePrograms } from "./readme-programs.ts";
import { CHECKED } from "./try-tarballs.ts";

const execute = promisify(execFile);
const api = startHarness();
startTestSampler();
const folder = mkdtempSync(path.join(tmpdir(), "spindle-packages-"));
/** Within the project, whose packages the compiler looks for. */
const built = path.join(".cache", `packages-${process.pid}`);
const inModules = (name: string) => path.join(folder, "node_modules", name);

/** The tarballs as npm would lay them out; what they depend on is this project's. */
beforeAll(async () => {
  const tarballs = await packAll({ home: path.join(built, "node_modules"), folder });
  for (const [index, { name, dependencies }] of PACKAGES.entries()) {
    mkdirSync(inModules(name), { recursive: true });
    await execute("tar", ["-xzf", tarballs[index] ?? "", "-C", inModules(name), "--strip-components=1"]);
    for (const dependency of [...dependencies, "@types/node", "undici-types"]) link(dependency);
  }
  writeFileSync(path.join(folder, "package.json"), '{"type": "module"}');
  for (const { file, text } of readmePrograms()) writeFileSync(path.join(folder, file), text);
}, 120_000);
afterAll(() => {
  for (const made of [folder, built]) rmSync(made, { recursive: true, force: true });
});

function link(name: string): void {
  mkdirSync(path.dirname(inModules(name)), { recursive: true });
  rmSync(inModules(name), { force: true });
  symlinkSync(path.resolve("node_modules", name), inModules(name));
}

/** What a program of a README prints, line by line. */
async function run(file: string, env: Record<string, string> = {}): Promise<string[]> {
  const { stdout } = await execute(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  return stdout.trimEnd().split("\n");
}

test("programs of the READMEs fit the types, as Node resolves them", { timeout: 60_000 }, async () => {
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: CHECKED, include: ["*.ts"] }),
  );
  const checked = await execute("tsc", ["-p", "."], { cwd: folder }).catch(({ stdout }) => ({ stdout }));
  expect(checked.stdout).toBe("");
});

test("the contract writes, reads and lists", async () => {
  const [wire, facts] = await run("contract-1.ts");
  expect(wire).toContain('{"start":{"project_id":"local/playground"');
  expect(facts).toBe(`${ALL_ENDPOINTS.length} 3.1.0 [ 'id', 'trace_id' ]`);
});

test("the client records, lists and is refused, in both of its languages", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  const env = { SPINDLE_URL: api.url, SPINDLE_API_KEY: keyOf(caller), SPINDLE_PROJECT: project.path };
  expect(await run("client-1.ts", env)).toEqual(["true greet", "403"]);
  expect(await run("client-2.ts", env)).toEqual(["[ 'greet' ]"]);
});

test("the engine learns a sentence, and says something", { timeout: 60_000 }, async () => {
  const lines = await run("engine-1.ts");
  const losses = lines.slice(0, -1).map((line) => Number(line.split(" ")[1]));
  expect(losses).toHaveLength(15);
  expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) / 10);
  expect(lines.at(-1)).toMatch(/\w/);
});

test("a package holds what it says and nothing of ours beside it", () => {
  for (const { name, files } of PACKAGES) {
    const manifest = JSON.parse(readFileSync(path.join(inModules(name), "package.json"), "utf8"));
    expect(manifest).toMatchObject({
      name,
      license: "Apache-2.0",
      exports: { ".": { types: "./dist/index.d.ts" } },
    });
    const top = globSync("*", { cwd: inModules(name) }).sort();
    expect(top).toEqual(["LICENSE", "README.md", "dist", "package.json", ...Object.keys(files)].sort());
    for (const file of globSync("dist/**/*.{js,d.ts}", { cwd: inModules(name) }))
      expect(readFileSync(path.join(inModules(name), file), "utf8"), file).not.toMatch(/from "(#|.*\.ts")/);
  }
});
