import { defineConfig } from "prisma/config";

// These three never run the schema engine, yet the CLI insists on having one; migrations are applied by lib/platform/processes/migrate/migrate.ts.
if (["generate", "validate", "format"].includes(process.argv[2] ?? ""))
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } });
