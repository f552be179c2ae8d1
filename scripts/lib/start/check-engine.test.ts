import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { requireEngine } from "./check-engine.ts";

const folder = mkdtempSync(path.join(tmpdir(), "spindle-python-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program in the place of Python. */
function pythonThat(script: string): string {
  const file = path.join(folder, `python-${Math.random().toString(36).slice(2)}`);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const torch = (python: string) => ({ ...env(), ENGINE: "torch" as const, TORCH_PYTHON: python });

test("The embedded engine needs no Python", () => {
  requireEngine({ ...env(), ENGINE: "embedded", TORCH_PYTHON: "/nowhere/python" });
});

test("A Python that is not there, or fails, stops the start with what to set", () => {
  expect(() => requireEngine(torch("/nowhere/python"))).toThrow(
    /\/nowhere\/python cannot be used \(.*ENOENT.*\): set TORCH_PYTHON to one that has the packages/,
  );
  expect(() => requireEngine(torch(pythonThat("echo 'it is broken' >&2; exit 3")))).toThrow(
    /cannot be used \(it is broken\)/,
  );
  expect(() => requireEngine(torch(pythonThat("exit 3")))).toThrow(/cannot be used \(status 3\)/);
});

test("Packages that the Python does not have are named with the command that installs them", () => {
  expect(() => requireEngine(torch(pythonThat("echo torch peft")))).toThrow(
    /does not have \(torch, peft\): run ".* -m pip install -r engines\/torch\/requirements.txt"/,
  );
});

test("With all packages, or with a server that somebody else starts, nothing stops the start", () => {
  requireEngine(torch(pythonThat("echo")));
  requireEngine({
    ...torch("/nowhere/python"),
    TORCH_SERVER: "http://127.0.0.1:8900",
    TORCH_TOKEN: "a-token-of-the-tests",
  });
});
