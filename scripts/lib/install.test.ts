import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** Stands for npm, which these tests must not wait for: notes how it was called, and lays out what it would. */
const NPM = `
import fs from "node:fs";
const args = process.argv.slice(2).filter((one) => !one.startsWith("--no-audit") && !one.startsWith("--no-fund") && !one.startsWith("--loglevel"));
fs.appendFileSync("calls", args.join(" ") + "\\n");
for (const folder of ["onnxruntime-node/bin/napi-v6/win32/x64", "@prisma/client/runtime", args.includes("--omit=dev") ? "pg" : "vitest"])
  fs.mkdirSync("node_modules/" + folder, { recursive: true });
for (const name of ["query_compiler_fast_bg.mysql.js", "query_compiler_fast_bg.postgresql.js"])
  fs.writeFileSync("node_modules/@prisma/client/runtime/" + name, "");
`;

/** A project whose commands say their names. */
function aProject() {
  const root = fs.mkdtempSync(path.join(tmpdir(), "spindle-install-"));
  folders.push(root);
  fs.mkdirSync(path.join(root, "scripts"));
  for (const file of ["launch.mjs", "install.mjs"])
    fs.copyFileSync(`scripts/${file}`, path.join(root, "scripts", file));
  fs.writeFileSync(path.join(root, "npm.js"), NPM);
  fs.writeFileSync(path.join(root, "package.json"), '{"type": "module"}');
  for (const name of ["start", "test"])
    fs.writeFileSync(path.join(root, `scripts/${name}.ts`), `console.log("${name}");`);
  const lock = (text: string) => fs.writeFileSync(path.join(root, "package-lock.json"), text);
  lock("{}");
  const run = (command: string) => {
    fs.rmSync(path.join(root, "calls"), { force: true });
    const env = { ...process.env, npm_execpath: path.join(root, "npm.js") };
    const { stdout, stderr } = spawnSync(process.execPath, ["scripts/launch.mjs", command], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    const calls = path.join(root, "calls");
    return {
      said: stdout.trim(),
      errors: stderr,
      calls: fs.existsSync(calls) ? fs.readFileSync(calls, "utf8").trim() : "",
    };
  };
  const has = (place: string) => fs.existsSync(path.join(root, "node_modules", place));
  return { root, lock, run, has };
}

test("a start installs what runs, a developer's command adds the rest, and neither does it twice", () => {
  const { run } = aProject();
  expect(run("start")).toMatchObject({ said: "start", calls: "ci --omit=dev" });
  expect(run("start").calls).toBe("");
  expect(run("test")).toMatchObject({ said: "test", calls: "install --no-save --include=dev" });
  expect(run("test").calls + run("start").calls).toBe("");
});

test("a lock that changed is installed again, as much as there was", () => {
  const { run, lock } = aProject();
  expect(run("test").calls).toBe("ci");
  lock('{"a": 1}');
  expect(run("start").calls).toBe("ci");
  const other = aProject();
  other.run("start");
  other.lock('{"a": 1}');
  expect(other.run("start").calls).toBe("ci --omit=dev");
});

test("what was installed by hand is taken as it is", () => {
  const { root, run } = aProject();
  fs.mkdirSync(path.join(root, "node_modules/vitest"), { recursive: true });
  fs.writeFileSync(path.join(root, "node_modules/.package-lock.json"), "{}");
  expect(run("test")).toMatchObject({ said: "test", calls: "" });
  const partly = aProject();
  fs.mkdirSync(path.join(partly.root, "node_modules"));
  fs.writeFileSync(path.join(partly.root, "node_modules/.package-lock.json"), "{}");
  expect(partly.run("start").calls).toBe("");
  expect(partly.run("test").calls).toBe("install --no-save --include=dev");
});

test("binaries of other platforms and engines of other databases are taken away", () => {
  const { run, has } = aProject();
  run("start");
  expect(has("onnxruntime-node/bin/napi-v6/win32")).toBe(false);
  expect(has("@prisma/client/runtime/query_compiler_fast_bg.mysql.js")).toBe(false);
  expect(has("@prisma/client/runtime/query_compiler_fast_bg.postgresql.js")).toBe(true);
});

test("an install that fails says so in a sentence, and tried again next time", () => {
  const { root, run } = aProject();
  fs.writeFileSync(path.join(root, "npm.js"), "process.exit(7)");
  expect(run("start").errors).toMatch(
    /The packages could not be installed \(npm ci ended with code 7, see above\)/,
  );
  fs.writeFileSync(path.join(root, "npm.js"), NPM);
  expect(run("start").calls).toBe("ci --omit=dev");
});
