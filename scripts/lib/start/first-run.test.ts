import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { initialAdminFile } from "#lib/access/passwords/initial-admin-file.ts";
import { verifyPassword } from "#lib/access/passwords/password.ts";
import { type Database, openDatabase } from "#lib/platform/db/database.ts";
import { parseSettings } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { createTestDatabase, type TestDatabase } from "#lib/testing/postgres.ts";
import { firstRun, removeUsedPassword, writeInitialAdmin } from "./first-run.ts";

const opened: { test: TestDatabase; db: Database }[] = [];
let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-first-run-"));
});

afterAll(async () => {
  for (const { test: database, db } of opened) {
    await db.close();
    await database.drop();
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

async function anEmptyDatabase() {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, 2);
  opened.push({ test: database, db });
  return { url: database.url, db };
}

test("An empty database gets an administrator, a project and a key, each random one returned once", async () => {
  const { url, db } = await anEmptyDatabase();
  const made = await firstRun(url, parseSettings({}));
  expect(made).toMatchObject({
    projectPath: "local/playground",
    apiKey: expect.stringMatching(/^local-\w{40}$/),
  });
  expect(made?.password).toHaveLength(20);
  const user = await db.prisma.user.findFirstOrThrow({
    include: { projects: true, keys: true, entities: true },
  });
  expect(user).toMatchObject({ isInstanceAdmin: true, mustChangePassword: true, defaultEntity: "local" });
  expect(await verifyPassword(made?.password ?? "", user.passwordHash)).toBe(true);
  expect([user.projects[0]?.role, user.entities[0]?.isAdmin, user.keys.length]).toEqual(["admin", true, 1]);
});

test("A later start changes nothing, whatever the settings say about what exists", async () => {
  const { url, db } = await anEmptyDatabase();
  const settings = {
    INIT_ADMIN_EMAIL: "Ada@Example.com",
    INIT_ADMIN_PASSWORD: "the first password",
    INIT_PROJECT: "acme/support",
  };
  const first = await firstRun(url, parseSettings({ ...settings, INIT_API_KEY: mintApiKey().key }));
  expect(first).toMatchObject({ email: "ada@example.com", password: null, apiKey: null });
  const all = () =>
    Promise.all([db.prisma.user.findMany(), db.prisma.project.findMany(), db.prisma.apiKey.findMany()]);
  const before = await all();
  expect(
    await firstRun(url, parseSettings({ ...settings, INIT_ADMIN_PASSWORD: "another password" })),
  ).toBeNull();
  expect(await firstRun(url, parseSettings({}))).toBeNull();
  expect(await all()).toEqual(before);
});

test("A later start adds the project and the key that its settings name and that are missing", async () => {
  const { url, db } = await anEmptyDatabase();
  await firstRun(url, parseSettings({}));
  const { key, parts } = mintApiKey();
  await firstRun(url, parseSettings({ INIT_PROJECT: "acme/support", INIT_API_KEY: key }));
  expect(await db.prisma.project.count({ where: { entityName: "acme", name: "support" } })).toBe(1);
  expect(await db.prisma.apiKey.count({ where: { publicId: parts.publicId } })).toBe(1);
});

test("Starts at the same time on one database make one administrator", async () => {
  const { url, db } = await anEmptyDatabase();
  const made = await Promise.all(Array.from({ length: 4 }, () => firstRun(url, parseSettings({}))));
  expect(made.filter((result) => result !== null)).toHaveLength(1);
  expect(await db.prisma.user.count()).toBe(1);
});

test("The file with the first password is the owner's alone, stays until its user signs in, and then goes", async () => {
  const { url, db } = await anEmptyDatabase();
  const made = await firstRun(url, parseSettings({}));
  if (!made) throw new Error("The database was not empty");
  writeInitialAdmin(folder, made);
  const file = initialAdminFile(folder);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const { id } = await db.prisma.user.findFirstOrThrow();
  await db.prisma.auditEvent.create({
    data: { id: newId(), action: "sign_in.succeeded", outcome: "succeeded", actorUserId: id },
  });
  await removeUsedPassword(url, folder);
  expect(fs.readFileSync(file, "utf8")).toBe(`${made.email}\n${made.password}\n`);
  await db.prisma.user.update({ where: { id }, data: { mustChangePassword: false } });
  await removeUsedPassword(url, folder);
  expect(fs.existsSync(file)).toBe(false);
});
