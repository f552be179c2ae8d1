import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WrongSetting } from "#lib/platform/env.ts";
import { createEmptyTestDatabase, type TestDatabase } from "#lib/testing/postgres.ts";
import { openServiceDatabase } from "./open-database.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyTestDatabase();
});

afterAll(() => database.drop());

const open = (addresses: { DATABASE_URL?: string; DATABASE_OWNER_URL?: string }) =>
  openServiceDatabase({ DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, ...addresses }, "/nowhere");

test("A database that drops the statement timeout, as a pooler does, stops the start with an error that names PgBouncer", async () => {
  // What an address asks for takes the place of what we ask for, as a pooler's own connections would.
  const start = open({ DATABASE_URL: `${database.url}?options=-c%20timezone%3DUTC` });
  await expect(start).rejects.toThrow(WrongSetting);
  await expect(start).rejects.toThrow(/DATABASE_URL .*statement_timeout is 0 .*PgBouncer.*: use .*\.$/);
});

test("A pooler that refuses what a connection asks for is named as well", async () => {
  const pooler = net.createServer((socket) => socket.once("data", () => socket.end(refusal())));
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const { port } = pooler.address() as AddressInfo;
  const start = open({ DATABASE_URL: `postgresql://a:b@127.0.0.1:${port}/c` });
  await expect(start).rejects.toThrow(/PgBouncer.*DATABASE_URL.*unsupported startup parameter: options.*\.$/);
  pooler.close();
});

test("An owner without a database of the service stops the start", async () => {
  await expect(open({ DATABASE_OWNER_URL: database.url })).rejects.toThrow(
    /DATABASE_OWNER_URL is set and DATABASE_URL is not/,
  );
});

/** PgBouncer's answer to a parameter that it was not set to ignore. */
function refusal(): Buffer {
  const fields = Buffer.from("SFATAL\0C08P01\0Munsupported startup parameter: options\0\0");
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
