import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processAlive } from "#lib/platform/processes/process-alive.ts";
import { runStep } from "./run-step.ts";

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-step-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function aProgram(name: string, text: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

const env = () => ({ ...process.env });

test("a step that fails throws what it is called with", async () => {
  const signal = new AbortController().signal;
  await runStep([aProgram("good.mjs", "")], { env: env(), signal, failure: "It failed" });
  const bad = runStep([aProgram("bad.mjs", "process.exit(3)")], { env: env(), signal, failure: "It failed" });
  await expect(bad).rejects.toThrow("It failed");
});

test("a step that waits for what it started itself has its answer", async () => {
  const answer = path.join(folder, "answer");
  const helper = aProgram(
    "helper.mjs",
    'process.on("message", (n) => setTimeout(() => process.send(n + 1), 200));',
  );
  const step = aProgram(
    "asking.mjs",
    `import { fork } from "node:child_process"; import fs from "node:fs";
     const child = fork(${JSON.stringify(helper)});
     child.on("message", (n) => { fs.writeFileSync(${JSON.stringify(answer)}, String(n)); child.kill(); });
     child.send(1);`,
  );
  const signal = new AbortController().signal;
  await runStep([step], { env: env(), signal, failure: "It failed" });
  expect(fs.readFileSync(answer, "utf8")).toBe("2");
});

test("a step ends with what started it, even by kill -9, and so does what it started itself", async () => {
  const pids = path.join(folder, "pids");
  const worker = aProgram("worker.mjs", "setInterval(() => undefined, 1000);");
  const step = aProgram(
    "step.mjs",
    `import { fork } from "node:child_process"; import fs from "node:fs";
     const child = fork(${JSON.stringify(worker)});
     fs.writeFileSync(${JSON.stringify(pids)}, process.pid + " " + child.pid + "\\n");
     setInterval(() => undefined, 1000);`,
  );
  const starter = aProgram(
    "starter.mjs",
    `import { runStep } from ${JSON.stringify(path.resolve("scripts/lib/start/prepare/run-step.ts"))};
     await runStep([${JSON.stringify(step)}], { env: process.env, signal: new AbortController().signal, failure: "" });`,
  );
  const start = spawn(process.execPath, [starter], { stdio: "ignore" });
  const written = () => (fs.existsSync(pids) ? fs.readFileSync(pids, "utf8").trim() : "");
  await expect.poll(written).toMatch(/^\d+ \d+$/);
  const started = written().split(" ").map(Number);
  expect(started.map(processAlive)).toEqual([true, true]);
  start.kill("SIGKILL");
  await expect.poll(() => started.map(processAlive)).toEqual([false, false]);
});
