import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmptyTestDatabase, type TestDatabase } from "#lib/testing/postgres.ts";
import { migrate } from "./migrate/migrate.ts";
import { grantService, restrictService } from "./service-role.ts";

let database: TestDatabase;
const made = new Set<string>();

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  await migrate(database.ownerUrl);
});

afterAll(async () => {
  for (const role of made) {
    await ask(database.ownerUrl, `drop owned by "${role}"`);
    await ask(database.ownerUrl, `drop role "${role}"`);
  }
  await database.drop();
});

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The given address with the role that it got. */
async function restrict(ownerUrl = database.ownerUrl) {
  const access = await restrictService(ownerUrl);
  if (access.unrestricted === null) made.add(new URL(access.url).username);
  return access;
}

async function aRole(attributes: string): Promise<string> {
  const url = new URL(database.ownerUrl);
  url.username = `made_${made.size}_${url.pathname.slice(1)}`;
  url.password = `of-a-test-${made.size}`;
  await ask(
    database.ownerUrl,
    `create role "${url.username}" login password '${url.password}' ${attributes}`,
  );
  made.add(url.username);
  return url.href;
}

test("The service's role changes rows, and neither tables nor rights nor the list of migrations", async () => {
  const [{ url }, again] = await Promise.all([restrict(), restrict()]);
  expect(again).toEqual({ url, unrestricted: null });
  await ask(url, "insert into entity (name) values ('acme')");
  await ask(url, "update entity set name = 'acme-2' where name = 'acme'");
  await ask(url, "delete from entity");
  await ask(url, "create temp table piece (n int)");
  await ask(url, "select nextval(pg_get_serial_sequence('thread_dirty', 'id'))");
  const [role] = await ask(
    url,
    "select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user",
  );
  expect(role).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false });
  for (const forbidden of [
    "create table mine (n int)",
    "drop table entity",
    "alter table entity add column mine int",
    "truncate entity",
    "create schema mine",
    "create role other login",
    'delete from "_prisma_migrations"',
    "set session_replication_role = replica",
    "copy entity to program 'true'",
  ])
    await expect(ask(url, forbidden), forbidden).rejects.toThrow(/permission denied|must be owner/);
});

test("What a later migration adds is the role's as well, and another password of the owner becomes another one of the role", async () => {
  const { url } = await restrict();
  await ask(database.ownerUrl, "create table added (id bigserial)");
  await expect(ask(url, "insert into added default values")).rejects.toThrow(/permission denied/);
  await restrict();
  await ask(url, "insert into added default values");

  const other = new URL(await aRole("superuser"));
  const moved = await restrict(other.href);
  expect(moved.unrestricted).toBeNull();
  expect(moved.url).not.toBe(url);
  await expect(ask(url, "select 1")).rejects.toThrow(/password/);
});

test("An owner who may make no role works himself, and one who says so has the rows given to the role that he names", async () => {
  const owner = await aRole("");
  expect(await restrict(owner)).toEqual({
    url: owner,
    unrestricted: expect.stringContaining("may not make"),
  });
  const service = await aRole("");
  await grantService(database.ownerUrl, service);
  await ask(service, "insert into entity (name) values ('other')");
  await expect(ask(service, "create table mine (n int)")).rejects.toThrow(/permission denied/);
});
