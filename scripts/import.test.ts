import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aRecorder, readCalls, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { writeAddress, writeInitialKey } from "./lib/start/local-access.ts";

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

type Ended = { code: number; out: string; err: string };

/** Runs the command as `npm run` does: in the project's folder, with the person's own folder in INIT_CWD. */
function command(...args: string[]): Promise<Ended> {
  return commandWith({}, ...args);
}

function commandWith(more: Record<string, string>, ...args: string[]): Promise<Ended> {
  const env = { ...process.env, INIT_CWD: folder, SPINDLE_API_KEY: key, ...more };
  return new Promise((resolve) => {
    execFile(process.execPath, ["scripts/import.ts", ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

const GOOD = '{"input": "Hi", "output": "Hello"}';

test("the command says what it did, and bad lines do not fail it", async () => {
  const file = write("some.jsonl", GOOD, "broken");
  const { code, out, err } = await command(file, "--project", project, "--url", api.url);
  expect(out).toBe(
    "2 records read, 1 left out\n1 thread, 1 turn, 0 nested calls\n1 call added, 0 already there\n",
  );
  expect(err).toContain("line 2 is left out: it is not JSON");
  expect(code).toBe(0);
});

const EXAMPLE = path.resolve("examples/conversations.jsonl");

test("on the machine of the service the example needs neither key nor address nor project", async () => {
  const dataDir = fs.mkdtempSync(path.join(folder, "data-"));
  writeInitialKey(dataDir, { apiKey: key, projectPath: project });
  writeAddress(dataDir, api.url);
  const local = { SPINDLE_API_KEY: "", SPINDLE_DATA_DIR: dataDir };
  const { code, out } = await commandWith(local, EXAMPLE);
  expect(out).toMatch(/^36 records read, 0 left out\n36 threads, /);
  expect(code).toBe(0);
  const elsewhere = await commandWith(local, EXAMPLE, "--url", "http://127.0.0.1:1");
  expect(elsewhere.err).toContain("Give an API key with --key");
});

test("a month that was exported comes back into another project, with ids and times", async () => {
  const [place, other] = [await aRecorder(api), await aRecorder(api)];
  const at = { started_at: "2026-02-03T04:05:06.123456Z", ended_at: "2026-02-03T04:05:07Z" };
  await recordCalls(api, place, [
    { id: "turn", turn_id: "turn", thread_id: "talk", ...at, inputs: { q: "Hi" }, output: "Hello" },
    { id: "loose", ...at },
  ]);
  const address = `/projects/${place.project.path}/calls/export?month=2026-02`;
  const table = await api.send(place.caller, { method: "GET", path: address });
  const file = path.join(folder, "month.parquet");
  fs.writeFileSync(file, await table.bytes());
  const mine = other.caller.headers.authorization ?? "";
  const ownKey = Buffer.from(mine.split(" ")[1] ?? "", "base64")
    .toString()
    .replace("api:", "");
  const args = ["--project", other.project.path, "--url", api.url, "--key", ownKey];
  const { code, out } = await command("month.parquet", ...args);
  expect(out).toBe(
    "2 records read, 0 left out\n1 thread, 1 turn, 0 nested calls, 1 call outside of threads\n2 calls added, 0 already there\n",
  );
  expect(code).toBe(0);
  const seen = async (one: typeof place) =>
    (await readCalls(api, one)).map(({ projectId: _, wbUserId: __, ...call }) => call);
  expect(await seen(other)).toEqual(await seen(place));
});

test("a folder is imported file by file, and a file of another kind in it is reported once", async () => {
  const place = fs.mkdtempSync(path.join(folder, "many-"));
  const chat = (question: string) => ({ input: question, output: "Yes." });
  fs.writeFileSync(path.join(place, "a.json"), JSON.stringify([chat("One?"), {}, chat("Two?")], null, 2));
  fs.writeFileSync(path.join(place, "b.jsonl"), JSON.stringify(chat("Three?")));
  fs.writeFileSync(path.join(place, "c.json"), "PK\u0003\u0004");
  fs.writeFileSync(path.join(place, "notes.txt"), "no conversation");
  const { code, out, err } = await command(place, "--project", project, "--url", api.url);
  expect(out).toMatch(/^4 records read, 1 left out\n3 threads, 3 turns, 0 nested calls\n3 calls added/);
  expect(err).toContain("a.json, record 2 is left out: it has none of");
  expect(err.match(/c\.json is left out: it is a ZIP archive/g)).toHaveLength(1);
  expect(code).toBe(0);
});

test.each([
  [
    "the file is of another kind",
    () => [write("table.csv", ...Array(30).fill("a,b")), "--project", project, "--url", api.url],
    "it looks like a table, such as CSV, and none of its first 20 lines has a conversation",
  ],
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
  [
    "no service was ever ready with the data folder",
    () => [write("one.jsonl", GOOD)],
    "wait until `npm start` says that Spindle is ready",
  ],
  ["the file is missing and no project is known either", () => ["missing.jsonl"], "The file cannot be read"],
  ["no file is named", () => ["--project", project], "Name a file."],
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
