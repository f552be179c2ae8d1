import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "#lib/testing/postgres.ts";
import { schemaDrift } from "../scripts/lib/checks/schema-drift.ts";

test("The migrations build the database that the schema describes, and a missing column would show", async () => {
  const database = await createTestDatabase();
  try {
    expect(await schemaDrift(database.ownerUrl)).toBeNull();
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query("ALTER TABLE entity DROP COLUMN created_at");
    await client.end();
    expect(await schemaDrift(database.ownerUrl)).toContain('ADD COLUMN     "created_at"');
  } finally {
    await database.drop();
  }
});
