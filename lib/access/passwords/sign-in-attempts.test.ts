import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { RateLimited } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Attempt, countAttempt, forgiveAttempts } from "./sign-in-attempts.ts";

const api = startHarness();

function anAttempt(given: Partial<Attempt> = {}): Attempt {
  return { email: `${newId()}@example.com`, way: "sign-in", address: newId(), ...given };
}

/** Seconds to wait, or 0 where the try counts. */
async function waitOf(attempt: Attempt): Promise<number> {
  try {
    await countAttempt(api.db, attempt);
    return 0;
  } catch (error) {
    if (error instanceof RateLimited) return error.retryAfterSeconds;
    throw error;
  }
}

async function letPass(seconds: number): Promise<void> {
  await api.db.query(sql`update rate_limit set expire = expire - ${seconds * 1000}::bigint`);
}

test("the wait doubles from half a minute to a quarter of an hour and no further", async () => {
  const attempt = anAttempt();
  for (let i = 0; i < 5; i++) expect(await waitOf(attempt)).toBe(0);
  for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
    const wait = await waitOf(attempt);
    expect(wait).toBeGreaterThan(seconds - 5);
    expect(wait).toBeLessThanOrEqual(seconds);
    await letPass(seconds);
    expect(await waitOf(attempt)).toBe(0);
  }
});

test("refused tries do not prolong the wait", async () => {
  const attempt = anAttempt();
  for (let i = 0; i < 5; i++) await waitOf(attempt);
  for (let i = 0; i < 20; i++) expect(await waitOf(attempt)).toBeLessThanOrEqual(30);
});

test("failures are forgotten after an hour without one", async () => {
  const attempt = anAttempt();
  for (let i = 0; i < 5; i++) await waitOf(attempt);
  await letPass(60 * 60);
  for (let i = 0; i < 5; i++) expect(await waitOf(attempt)).toBe(0);
});

test("the right password resets the user's count, and keeps the attempts of others at the address", async () => {
  const address = newId();
  const attempt = anAttempt({ address });
  for (let i = 0; i < 49; i++) await waitOf(anAttempt({ address }));
  expect(await waitOf(attempt)).toBe(0);
  await forgiveAttempts(api.db, attempt);
  expect(await waitOf(attempt)).toBe(0);
  expect(await waitOf(attempt)).toBeGreaterThan(0);
});

test("each way to try a password is counted apart, and without an address only the person is", async () => {
  const email = `${newId()}@example.com`;
  const bySession = anAttempt({ email, way: "session", address: null });
  for (let i = 0; i < 5; i++) await waitOf(bySession);
  expect(await waitOf(bySession)).toBeGreaterThan(0);
  expect(await waitOf(anAttempt({ email, way: "invitation", address: null }))).toBe(0);
  expect(await waitOf(anAttempt({ email }))).toBe(0);
  for (let i = 0; i < 60; i++) expect(await waitOf(anAttempt({ way: "session", address: null }))).toBe(0);
});
