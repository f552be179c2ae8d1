import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { aRow } from "#lib/testing/data/file-data.ts";
import { checkFile } from "./check-file.internal.ts";
import { checkRows } from "./check-rows.internal.ts";

let format: ChatFormat;
beforeEach(async () => {
  format = await openChatFormat("lib/models/base-models/spindle-mini");
});

async function aFile(text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "check-file-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "rows.jsonl");
  await writeFile(file, text);
  return { file, sizeBytes: Buffer.byteLength(text) };
}

/** What would keep everybody waiting here. */
const unasked = (): never => {
  throw new Error("The tokens of a long row were asked for in the main thread");
};

test("a row of megabytes is read in a thread, with the same answer", async () => {
  const { file, sizeBytes } = await aFile(aRow("a") + aRow("lorem ipsum ".repeat(50_000)));
  const watched = { ...format, segments: unasked };
  const found = await checkFile(file, { sizeBytes, format: watched });
  expect(found).toEqual(await checkRows(file, { format }));
});

test("the faults of a long file come from the thread as they are", async () => {
  const { file, sizeBytes } = await aFile(`${aRow("lorem ipsum ".repeat(10_000))}no row\n`);
  const check = checkFile(file, { sizeBytes, format });
  await expect(check).rejects.toMatchObject({ problems: [{ loc: ["body", "file", 2] }] });
});

test("who leaves ends the thread", async () => {
  const { file, sizeBytes } = await aFile(aRow("lorem ipsum ".repeat(10_000)));
  const leaving = new AbortController();
  const check = checkFile(file, { sizeBytes, format, signal: leaving.signal });
  leaving.abort(new Error("left"));
  await expect(check).rejects.toThrow("left");
});
