import path from "node:path";
import pg from "pg";
import { Pool } from "#lib/platform/db/pool.ts";
import { type Settings, WrongSetting } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { portAnswers } from "#lib/platform/processes/ports.ts";
import { grantService, restrictService } from "#lib/platform/processes/service-role.ts";

type Addresses = Pick<Settings, "DATABASE_URL" | "DATABASE_OWNER_URL">;

/** The database of a running service. */
type ServiceDatabase = {
  /** As the role that makes and changes the tables. */
  ownerUrl: string;
  /** Stops it if it is the embedded one. */
  stop(): Promise<void>;
};

const OLDEST_VERSION = 150_000;
/** Its name in the embedded server. */
export const DATABASE = "spindle";
const WATCH_EVERY_MS = 1_000;

/** PostgreSQL's own defaults are for a machine much smaller than any that runs this service. */
export const SERVER_SETTINGS = {
  shared_buffers: "256MB",
  work_mem: "32MB",
  maintenance_work_mem: "256MB",
  max_wal_size: "4GB",
  random_page_cost: "1.1",
};

/** The database a person named, once it is known to answer and to be new enough; otherwise the embedded one, kept running. */
export async function openServiceDatabase(
  { DATABASE_URL: external, DATABASE_OWNER_URL: owner }: Addresses,
  dataDir: string,
): Promise<ServiceDatabase> {
  if (external === undefined && owner !== undefined)
    throw new WrongSetting(
      "DATABASE_OWNER_URL is set and DATABASE_URL is not: set both, or DATABASE_URL alone.",
    );
  if (external === undefined) return openEmbedded(path.join(dataDir, "postgres"));
  await requireUsable("DATABASE_URL", external);
  if (owner !== undefined) await requireUsable("DATABASE_OWNER_URL", owner);
  return { ownerUrl: owner ?? external, stop: async () => undefined };
}

/** The address for the service's processes, once the tables are there. They need rows, and get no role that may do more where that can be had. */
export async function openAccess(ownerUrl: string, addresses: Addresses): Promise<string> {
  const { DATABASE_URL: given, DATABASE_OWNER_URL: owner } = addresses;
  if (given !== undefined && owner !== undefined) {
    await grantService(owner, given);
    return given;
  }
  const { url, unrestricted } = await restrictService(ownerUrl);
  if (unrestricted !== null)
    log.warn(
      { reason: unrestricted },
      "the service's processes use the database as the owner of its tables; .env.example says how to give them a role of their own",
    );
  return url;
}

async function requireUsable(name: string, url: string): Promise<void> {
  // The service's own pool says what it finds wrong with its first connection.
  const pool = new Pool(url, 1);
  try {
    const { rows } = await pool.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < OLDEST_VERSION)
      throw new WrongSetting(
        `${name} names a PostgreSQL ${Math.floor(version / 10_000)}; use version 15 or newer.`,
      );
  } catch (error) {
    if (error instanceof WrongSetting) throw error;
    const reason =
      error instanceof Error ? error.message || String(Reflect.get(error, "code")) : String(error);
    if (reason.includes("unsupported startup parameter"))
      throw new WrongSetting(
        `A pooler such as PgBouncer stands before the database that ${name} names and refuses what a connection asks for (${reason}): ` +
          "use the address of PostgreSQL itself.",
      );
    throw new WrongSetting(
      `The database that ${name} names cannot be used (${reason}): check its address, its password and that it runs.`,
    );
  } finally {
    await pool.end();
  }
}

async function openEmbedded(directory: string): Promise<ServiceDatabase> {
  const server = await startEmbeddedPostgres(directory, SERVER_SETTINGS);
  const url = new URL(server.url);
  await createDatabase(server.url);
  url.pathname = `/${DATABASE}`;
  const watch = keepAlive(directory, Number(url.port));
  return {
    ownerUrl: url.href,
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
    await startEmbeddedPostgres(directory, { ...SERVER_SETTINGS, port: String(port) });
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
