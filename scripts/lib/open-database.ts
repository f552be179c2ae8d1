import path from "node:path";
import pg from "pg";
import { WrongSetting } from "#lib/env.ts";
import { startEmbeddedPostgres } from "#lib/processes/embedded-postgres.ts";
import { portAnswers } from "#lib/processes/ports.ts";

/** The database of a running service. */
type ServiceDatabase = {
  url: string;
  /** Stops it if it is the embedded one. */
  stop(): Promise<void>;
};

const OLDEST_VERSION = 150_000;
/** Its name in the embedded server. */
export const DATABASE = "spindle";
const WATCH_EVERY_MS = 1_000;

/** PostgreSQL's own defaults are for a machine much smaller than any that runs this service. */
const SETTINGS = {
  shared_buffers: "256MB",
  work_mem: "32MB",
  maintenance_work_mem: "256MB",
  max_wal_size: "4GB",
  random_page_cost: "1.1",
};

/** The database a person named, once it is known to answer and to be new enough; otherwise the embedded one, kept running. */
export async function openServiceDatabase(
  external: string | undefined,
  dataDir: string,
): Promise<ServiceDatabase> {
  if (external === undefined) return openEmbedded(path.join(dataDir, "postgres"));
  await requireUsable(external);
  return { url: external, stop: async () => undefined };
}

async function requireUsable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION)
      throw new WrongSetting(
        `DATABASE_URL names a PostgreSQL ${Math.floor(version / 10_000)}; use version 15 or newer.`,
      );
  } catch (error) {
    if (error instanceof WrongSetting) throw error;
    const reason =
      error instanceof Error ? error.message || String(Reflect.get(error, "code")) : String(error);
    throw new WrongSetting(
      `The database that DATABASE_URL names cannot be used (${reason}): check its address, its password and that it runs.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function openEmbedded(directory: string): Promise<ServiceDatabase> {
  const server = await startEmbeddedPostgres(directory, SETTINGS);
  const url = new URL(server.url);
  await createDatabase(server.url);
  url.pathname = `/${DATABASE}`;
  const watch = keepAlive(directory, Number(url.port));
  return {
    url: url.href,
    stop: async () => {
      await watch.stop();
      await server.stop();
    },
  };
}

async function createDatabase(maintenanceUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Starts the server again, on the port that the other processes know, when it no longer answers. */
function keepAlive(directory: string, port: number): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const check = async () => {
    if (await portAnswers(port)) return;
    await startEmbeddedPostgres(directory, { ...SETTINGS, port: String(port) });
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = check()
      .catch((error: unknown) => console.error(`The database could not be started again: ${String(error)}`))
      .finally(() => {
        busy = false;
      });
  }, WATCH_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
