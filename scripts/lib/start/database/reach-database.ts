import fs from "node:fs";
import path from "node:path";
import { type Settings, WrongSetting } from "#lib/platform/env.ts";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { DATABASE } from "./open-database.ts";

/** The service's database for a command on the same machine, as its owner, whether the service runs or not. One that runs keeps running. */
export async function reachDatabase(settings: Settings): Promise<{ url: string; stop(): Promise<void> }> {
  const external = settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL;
  if (external !== undefined) return { url: external, stop: async () => undefined };
  const dataDir = settings.SPINDLE_DATA_DIR;
  const directory = path.join(dataDir, "postgres");
  if (!fs.existsSync(directory))
    throw new WrongSetting(
      `There is no database in ${dataDir}: run the command where the service is started, with its SPINDLE_DATA_DIR or DATABASE_URL.`,
    );
  const server = await startEmbeddedPostgres(directory);
  const url = new URL(server.url);
  url.pathname = `/${DATABASE}`;
  return { url: url.href, stop: async () => (server.started ? server.stop() : undefined) };
}
