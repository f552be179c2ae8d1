// Prints the SQL that is missing between prisma/migrations and prisma/schema.prisma: the draft of the next migration.
import { migrate } from "#lib/platform/processes/migrate/migrate.ts";
import { createEmptyTestDatabase, releaseTestServer } from "#lib/testing/postgres.ts";
import { schemaDrift } from "./lib/checks/schema-drift.ts";

const database = await createEmptyTestDatabase();
try {
  await migrate(database.url);
  process.stdout.write((await schemaDrift(database.url)) ?? "-- The migrations and the schema agree.\n");
} finally {
  await database.drop();
  await releaseTestServer();
}
