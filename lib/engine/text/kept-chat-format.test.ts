import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { keptChatFormat } from "./kept-chat-format.ts";

let root: string;
const place = (name: string) => join(root, name);
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "spindle-kept-"));
  await writeTinyModel(place("first"));
  for (let at = 0; at < 8; at++) await cp(place("first"), place(`other-${at}`), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

test("a folder that is asked for twice is read once", async () => {
  const [first, second] = await Promise.all([keptChatFormat(place("first")), keptChatFormat(place("first"))]);
  expect(second).toBe(first);
});

test("the format that was used longest ago makes room for a ninth", async () => {
  const first = await keptChatFormat(place("first"));
  const others = [];
  for (let at = 0; at < 7; at++) others.push(await keptChatFormat(place(`other-${at}`)));
  expect(await keptChatFormat(place("first"))).toBe(first);
  await keptChatFormat(place("other-7"));
  expect(await keptChatFormat(place("first"))).toBe(first);
  expect(await keptChatFormat(place("other-0"))).not.toBe(others[0]);
});

test("a folder that could not be read is looked at again", async () => {
  await expect(keptChatFormat(place("late"))).rejects.toThrow();
  await cp(place("first"), place("late"), { recursive: true });
  expect(await keptChatFormat(place("late"))).toBeDefined();
});
