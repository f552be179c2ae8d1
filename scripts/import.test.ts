import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "import-command-"));
let project = "";
let key = "";

beforeAll(async () => {
  const made = await api.aProject();
  const { headers } = await api.aCaller(made, "engineer");
  project = made.path;
  const [, basic = ""] = (headers.authorization ?? "").split(" ");
  key = Buffer.from(basic, "base64").toString().replace("api:", "");
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(name: string, ...lines: string[]): string {
  fs.writeFileSync(path.join(folder, name), lines.join("\n"));
  return name;
}

/** Runs the command as `npm run` does: in the project's folder, with the person's own folder in INIT_CWD. */
function command(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, INIT_CWD: folder, SPINDLE_API_KEY: key };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/import.ts", ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

const GOOD = '{"input": "Hi", "output": "Hello"}';

test("the command tells what it did, and bad lines do not fail it", async () => {
  const file = write("some.jsonl", GOOD, "broken");
  const { code, out, err } = await command(file, "--project", project, "--url", api.url);
  expect(out).toBe(
    "2 lines read, 1 bad line\n1 thread, 1 turn, 0 nested calls\n1 call added, 0 already there\n",
  );
  expect(err).toContain("line 2 is left out: it is not JSON");
  expect(code).toBe(0);
});

test.each([
  [
    "nothing could be read",
    () => [write("bad.jsonl", "broken"), "--project", project, "--url", api.url],
    "No conversation",
  ],
  [
    "the file is missing",
    () => ["missing.jsonl", "--project", project, "--url", api.url],
    "The file cannot be read",
  ],
  ["no file is named", () => ["--project", project], "Name one file."],
  ["the project has no entity", () => [write("one.jsonl", GOOD), "--project", "x"], "Name the project as"],
  ["an option is unknown", () => ["--projects", project], "npm run import"],
  [
    "the service is not there",
    () => [write("one.jsonl", GOOD), "--project", project, "--url", "http://127.0.0.1:1", "--key", "x"],
    "The service cannot be reached",
  ],
  [
    "the key is wrong",
    () => [write("one.jsonl", GOOD), "--project", project, "--url", api.url, "--key", "wrong"],
    "The service answered 401: Not authenticated",
  ],
])(
  "where %s, the command says so and fails",
  async (_, args, text) => {
    const { code, err } = await command(...args());
    expect(err).toContain(text);
    expect(err).not.toContain("    at ");
    expect(code).toBe(1);
  },
  60_000,
);
