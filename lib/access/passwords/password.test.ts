import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { Unavailable } from "#lib/platform/errors.ts";
import { inHashSlot } from "./hash-slots.internal.ts";
import { hashPassword, needsRehash, verifyPassword } from "./password.ts";

test("a password is recognised by its hash, and another one is not", async () => {
  const stored = await hashPassword("grey kettle whistles");
  expect(await verifyPassword("grey kettle whistles", stored)).toBe(true);
  expect(await verifyPassword("grey kettle whistleS", stored)).toBe(false);
  expect(stored).not.toBe(await hashPassword("grey kettle whistles"));
});

test("nothing is recognised without a hash, by an unreadable one, or beyond the longest password", async () => {
  expect(await verifyPassword("nobody has this password", null)).toBe(false);
  expect(await verifyPassword("anything", "no hash at all")).toBe(false);
  const long = "x".repeat(1025);
  expect(await verifyPassword(long, await hash(long, { memoryCost: 8, timeCost: 1 }))).toBe(false);
});

test("a hash of another cost needs a rehash", async () => {
  expect(needsRehash(await hashPassword("grey kettle whistles"))).toBe(false);
  expect(needsRehash(await hash("grey kettle whistles", { memoryCost: 8, timeCost: 1 }))).toBe(true);
});

test("four hashes run at once, the rest wait their turn", async () => {
  const open: (() => void)[] = [];
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => open.push(resolve));
    running--;
  };
  const all = Promise.all(Array.from({ length: 12 }, () => inHashSlot(work)));
  for (let ended = 0; ended < 12; ended++) {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()?.();
  }
  await all;
  expect(most).toBe(4);
});

test("a failure gives its slot back, and too many that wait are refused", async () => {
  const failing = () => Promise.reject(new Error("hash failed"));
  for (let i = 0; i < 8; i++) await expect(inHashSlot(failing)).rejects.toThrow("hash failed");
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const accepted = Array.from({ length: 104 }, () => inHashSlot(() => gate));
  await expect(inHashSlot(() => gate)).rejects.toBeInstanceOf(Unavailable);
  release();
  await Promise.all(accepted);
});
