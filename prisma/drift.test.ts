import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#lib/testing/postgres.ts";
import { schemaDrift } from "../scripts/lib/schema-drift.ts";

test("The migrations build the database that the schema describes, and a missing column would show", async () => {
  const database = await createTestDatabase();
  try {
    expect(await schemaDrift(database.url)).toBeNull();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("ALTER TABLE entity DROP COLUMN created_at");
    await client.end();
    expect(await schemaDrift(database.url)).toContain('ADD COLUMN     "created_at"');
  } finally {
    await database.drop();
  }
});
