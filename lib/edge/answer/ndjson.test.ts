import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { integer, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import { log } from "#lib/platform/log.ts";
import { ndjsonResponse } from "./ndjson.ts";

const line = wireObject({ n: integer(), filler: text() });
const request = new Request("http://localhost/");

/** Counts what is drawn from it, and notes when it is left. */
function source(count: number, { failAt = -1, size = 100 } = {}) {
  const seen = { drawn: 0, left: false };
  async function* lines() {
    try {
      for (let n = 0; n < count; n++) {
        if (n === failAt) throw new Error("the database went away");
        seen.drawn++;
        yield { n, filler: "x".repeat(size) };
      }
    } finally {
      seen.left = true;
    }
  }
  return { seen, lines: lines() };
}

test("every line is one whole JSON object and a line feed, in order", async () => {
  const { lines } = source(2000);
  const body = await (await ndjsonResponse(lines, line, request)).text();
  expect(body.endsWith("\n")).toBe(true);
  const read = body
    .trimEnd()
    .split("\n")
    .map((one) => JSON.parse(one).n);
  expect(read).toEqual(Array.from({ length: 2000 }, (_, n) => n));
});

test("no rows are an empty body", async () => {
  expect(await (await ndjsonResponse(source(0).lines, line, request)).text()).toBe("");
});

test("a fault on the way aborts the body, so that it never passes for a whole one", async () => {
  const { lines, seen } = source(5000, { failAt: 4000 });
  const response = await ndjsonResponse(lines, line, request);
  await expect(response.text()).rejects.toThrow("the database went away");
  expect(seen.left).toBe(true);
});

test("a fault before the first chunk is whole comes before the answer", async () => {
  const { lines, seen } = source(5000, { failAt: 100 });
  await expect(ndjsonResponse(lines, line, request)).rejects.toThrow("the database went away");
  expect(seen).toEqual({ drawn: 100, left: true });
});

test("a line that cannot be written aborts the body and lets go of the rows", async () => {
  const unwritable = z.codec(z.string(), z.custom<unknown>(), {
    decode: (value) => value,
    encode: () => {
      throw new Error("no such form");
    },
  });
  const { lines, seen } = source(10);
  await expect(ndjsonResponse(lines, unwritable, request)).rejects.toThrow("no such form");
  expect(seen.left).toBe(true);
});

test("rows are drawn only as fast as the reader takes them", async () => {
  const { lines, seen } = source(100_000, { size: 1000 });
  const reader = (await ndjsonResponse(lines, line, request)).body?.getReader();
  await reader?.read();
  await reader?.read();
  // Two chunks were taken and at most two more lie ready, of about 64 KiB each.
  expect(seen.drawn).toBeLessThan(4 * 70);
  await reader?.cancel();
});

test("a reader who leaves ends the rows", async () => {
  const { lines, seen } = source(100_000, { size: 1000 });
  const reader = (await ndjsonResponse(lines, line, request)).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(seen.left).toBe(true);
});

test("a reader who leaves while a row is waited for is not a fault", async () => {
  const logged = vi.spyOn(log, "error");
  const gate = Promise.withResolvers<void>();
  async function* lines() {
    yield { n: 0, filler: "x".repeat(100_000) };
    await gate.promise;
    yield { n: 1, filler: "" };
  }
  const reader = (await ndjsonResponse(lines(), line, request)).body?.getReader();
  await reader?.read();
  await new Promise(setImmediate);
  const left = reader?.cancel();
  gate.resolve();
  await left;
  await new Promise(setImmediate);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test("the content type is the one that the caller asked for", async () => {
  const typeFor = async (accept: string) => {
    const asked = new Request("http://localhost/", { headers: { accept } });
    return (await ndjsonResponse(source(0).lines, line, asked)).headers.get("content-type");
  };
  expect(await typeFor("application/jsonl")).toBe("application/jsonl");
  expect(await typeFor("*/*")).toBe("application/x-ndjson");
});
