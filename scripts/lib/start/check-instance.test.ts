import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WrongSetting } from "#lib/platform/env.ts";
import { createTestDatabase, type TestDatabase } from "#lib/testing/postgres.ts";
import { requireSameInstance } from "./check-instance.ts";

const [ONE, OTHER] = ["a".repeat(32), "b".repeat(32)];
let root: string;
let database: TestDatabase;
beforeAll(async () => {
  root = fs.mkdtempSync(path.join(tmpdir(), "spindle-instance-"));
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  fs.rmSync(root, { recursive: true, force: true });
});

/** A start on the test's database; answers why it was refused, or null. */
async function start(
  folder: string,
  secret: string,
  ...accepts: ("secret" | "store")[]
): Promise<string | null> {
  const dataDir = path.join(root, folder);
  fs.mkdirSync(dataDir, { recursive: true });
  try {
    await requireSameInstance({ databaseUrl: database.url, secret, dataDir, accepts });
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(WrongSetting);
    return String(error);
  }
}

test("a database takes the secret and the folder of its first start, and another of either only by a person's word", async () => {
  expect(await start("own", ONE)).toBe(null);
  expect(await start("own", ONE)).toBe(null);

  const otherSecret = await start("own", OTHER);
  expect(otherSecret).toMatch(/another secret.*SPINDLE_ACCEPT=secret/s);
  expect(otherSecret).not.toContain(OTHER);
  expect(await start("elsewhere", ONE)).toMatch(/elsewhere is not the one.*SPINDLE_ACCEPT=store/s);
  // A refused start leaves no trace.
  expect(fs.readdirSync(path.join(root, "elsewhere"))).toEqual([]);
  expect(await start("own", ONE)).toBe(null);

  expect(await start("elsewhere", OTHER, "secret")).toMatch(/SPINDLE_ACCEPT=store/);
  expect(await start("elsewhere", OTHER, "secret", "store")).toBe(null);
  expect(await start("elsewhere", OTHER)).toBe(null);
  expect(await start("own", OTHER)).toMatch(/SPINDLE_ACCEPT=store/);
  // A folder that was moved is the same.
  fs.renameSync(path.join(root, "elsewhere"), path.join(root, "moved"));
  expect(await start("moved", OTHER)).toBe(null);
});
