import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "./postgres.ts";

test("A test database has the tables and no rows, and two of them share nothing", async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const clients = [one, two].map(({ url }) => new pg.Client({ connectionString: url }));
  try {
    for (const client of clients) await client.connect();
    const counts = async () => {
      const results = await Promise.all(
        clients.map((client) => client.query("SELECT count(*)::int AS n FROM entity")),
      );
      return results.map((result) => result.rows[0].n);
    };
    expect(await counts()).toEqual([0, 0]);
    await clients[0]?.query("INSERT INTO entity (name) VALUES ('acme')");
    expect(await counts()).toEqual([1, 0]);
  } finally {
    for (const client of clients) await client.end();
    await Promise.all([one.drop(), two.drop()]);
  }
});
