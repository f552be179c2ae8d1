// `npm run reset-password -- <e-mail>`: a link by which someone who forgot their password chooses a new one, for whoever has the machine.
import fs from "node:fs";
import path from "node:path";
import { env, WrongSetting } from "#lib/platform/env.ts";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { migrate } from "#lib/platform/processes/migrate.ts";
import { DATABASE } from "./lib/start/open-database.ts";
import { generateClient } from "./lib/start/prepare-sources.ts";

const USAGE = "Name the account: npm run reset-password -- <e-mail>";

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run([email, ...more]: string[]): Promise<void> {
  if (!email || more.length > 0) throw new WrongSetting(USAGE);
  const settings = env();
  const database = await openDatabase(
    settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL,
    settings.SPINDLE_DATA_DIR,
  );
  try {
    await migrate(database.url);
    await generateClient(new AbortController().signal);
    // It stands on the generated client, which a fresh clone has only now.
    const { makeResetLink } = await import("./lib/make-reset-link.ts");
    const origin = settings.NEXTAUTH_URL ?? `http://127.0.0.1:${settings.PORT}`;
    console.log(await makeResetLink(database.url, { email, origin }));
  } finally {
    await database.stop();
  }
}

/** The service's database, whether the service runs or not. One that runs goes on running. */
async function openDatabase(
  external: string | undefined,
  dataDir: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (external !== undefined) return { url: external, stop: async () => undefined };
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
