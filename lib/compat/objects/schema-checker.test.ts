import type { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { SchemaChecker, startThread } from "./schema-checker.ts";

const started: Promise<Worker>[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(started.splice(0).map(async (thread) => (await thread).terminate()));
});

/** Starts this many threads, and none after them. */
function aChecker(most = Number.POSITIVE_INFINITY) {
  const asked = { threads: 0 };
  const checker = new SchemaChecker(() => {
    if (++asked.threads > most) return new Promise<never>(() => undefined);
    const thread = startThread();
    started.push(thread);
    return thread;
  });
  const check = (pattern: string, value: string, asker?: string) =>
    checker.ask({ kind: "check", schema: JSON.stringify({ pattern }), values: [value] }, asker);
  return { asked, checker, check };
}

const FITS = { faults: [null] };
const ODD = "^([^x]+)+$";
const oddText = (length: number) => `${"a".repeat(length)}x`;

test("while a thread starts, the spare one answers", async () => {
  const { asked, check } = aChecker(2);
  expect(await check("^a", "a")).toEqual(FITS);
  expect(asked.threads).toBe(2);
  expect(await check(ODD, oddText(60))).toBeNull();
  expect(await check("^b", "b")).toEqual(FITS);
});

test("nobody waits for what another asked for, however many of it never end", async () => {
  const { check } = aChecker();
  const ended: string[] = [];
  const noted = async (name: string, pattern: string, value: string) => {
    const answer = await check(pattern, value, name);
    ended.push(name);
    return answer;
  };
  const odd = Array.from({ length: 5 }, (_, n) => noted("odd", `^([^x${n}]+)+$`, oddText(60)));
  expect(await noted("other", "^a", "a")).toEqual(FITS);
  expect(ended.filter((name) => name === "odd").length).toBeLessThan(2);
  expect(await Promise.all(odd)).toEqual([null, null, null, null, null]);
});

test("who has cost a thread does not get the last one that is ready, others do", async () => {
  const { check } = aChecker(2);
  expect(await check(ODD, oddText(60), "odd")).toBeNull();
  const waits = check("^([^y]+)+$", "a", "odd");
  expect(await check("^a", "a", "other")).toEqual(FITS);
  expect(await check("^b", "b", "another")).toEqual(FITS);
  expect(await Promise.race([waits, Promise.resolve("waits")])).toBe("waits");
});

test("where no thread starts, those who wait see it, and the next one tries again", async () => {
  let starts = 0;
  const checker = new SchemaChecker(() => {
    const thread = ++starts <= 2 ? Promise.reject(new Error("no memory")) : startThread();
    if (starts > 2) started.push(thread);
    return thread;
  });
  const request = { kind: "check", schema: '{"pattern":"^a"}', values: ["a"] } as const;
  await expect(checker.ask(request)).rejects.toThrow("no memory");
  expect(await checker.ask(request)).toEqual(FITS);
});

test("the spare one is started with the first request", () => {
  expect(aChecker().asked.threads).toBe(1);
});

test("a check that took too long is not made again, also where many ask at the same time", async () => {
  const { asked, check } = aChecker(3);
  const all = await Promise.all(Array.from({ length: 30 }, () => check(ODD, oddText(60))));
  expect(new Set(all)).toEqual(new Set([null]));
  expect(asked.threads).toBe(3);
});

test("a schema by which two values took too long is not asked again, others are", async () => {
  const { check } = aChecker(4);
  expect(await check(ODD, oddText(60))).toBeNull();
  expect(await check(ODD, "aaa")).toEqual(FITS);
  for (let length = 61; length < 100; length++) expect(await check(ODD, oddText(length))).toBeNull();
  expect(await check(ODD, "aaa")).toBeNull();
  expect(await check("^a", "aaa")).toEqual(FITS);
});

test("what took too long is tried again after some minutes", async () => {
  const { check } = aChecker();
  for (const length of [60, 61]) expect(await check(ODD, oddText(length))).toBeNull();
  expect(await check(ODD, "aaa")).toBeNull();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
  expect(await check(ODD, "aaa")).toEqual(FITS);
});

test("a thread that says nothing of itself is given up, as one that makes a large expression ready", async () => {
  const { check } = aChecker(2);
  expect(await check("^a", "a")).toEqual(FITS);
  const first = await started[0];
  if (!first) throw new Error("No thread was started");
  const silence = new Promise<never>(() => undefined);
  vi.spyOn(first, "cpuUsage").mockResolvedValueOnce({ user: 0, system: 0 }).mockReturnValue(silence);
  const end = vi.spyOn(first, "terminate").mockReturnValueOnce(silence);
  expect(await check(ODD, oddText(60))).toBeNull();
  expect(end).toHaveBeenCalledOnce();
  expect(await check("^b", "b")).toEqual(FITS);
});

test("a thread that fails is a fault of what it was asked, and of nothing else", async () => {
  const { check } = aChecker();
  expect(await check("^a", "a")).toEqual(FITS);
  await (await started[0])?.terminate();
  expect(await check("^a", "a")).toMatchObject({ refused: expect.stringContaining("cannot be checked") });
  expect(await check("^a", "a")).toEqual(FITS);
});
