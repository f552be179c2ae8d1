import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { call } from "#lib/client/call.ts";
import type { AnyEndpoint, InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { type Database, openDatabase } from "#lib/platform/db/database.ts";
import { startEmbeddedPostgres } from "#lib/platform/processes/embedded-postgres.ts";
import { freePort } from "#lib/platform/processes/ports.ts";
import { cpuMicrosOf, processesUnder } from "./processes.ts";

/** The running product under measurement, and a second way into its database. */
export type Product = {
  url: string;
  project: string;
  headers: Record<string, string>;
  /** Who signs in with a browser. */
  admin: { email: string; password: string };
  database: Database;
  /** Processor time that web, worker and database have used. */
  cpuMicros(): number;
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>>;
  /** Mean time of the statements that contain `text` since the last reset, in the database alone, with what streams fetched. */
  databaseMs(text: string): Promise<number>;
  resetDatabaseTimes(): Promise<void>;
};

const HOME = path.resolve(".cache/bench");
const ADMIN = { email: "bench@example.com", password: "a bench is made of planks" };
const DATABASE_SETTINGS = {
  shared_buffers: "1GB",
  work_mem: "64MB",
  max_wal_size: "8GB",
  random_page_cost: "1.1",
  shared_preload_libraries: "pg_stat_statements",
};

/** Starts the product as its README says, on a database of its own that records how long statements take; ends both afterwards. */
export async function withProduct(work: (product: Product) => Promise<void>): Promise<void> {
  fs.rmSync(HOME, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres(path.join(HOME, "postgres"), DATABASE_SETTINGS);
  const database = openDatabase(postgres.url, 4);
  await database.pool.query("create extension if not exists pg_stat_statements");
  const { key } = mintApiKey();
  const port = await freePort();
  const service = spawn(process.execPath, ["scripts/start.ts"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: postgres.url,
      SPINDLE_DATA_DIR: path.join(HOME, "data"),
      INIT_PROJECT: "bench/project",
      INIT_ADMIN_EMAIL: ADMIN.email,
      INIT_ADMIN_PASSWORD: ADMIN.password,
      INIT_API_KEY: key,
      LOG_LEVEL: "warn",
    },
  });
  try {
    const product = describeProduct({
      url: `http://127.0.0.1:${port}`,
      key,
      database,
      pid: service.pid ?? 0,
    });
    await waitUntilHealthy(product.url);
    await work(product);
  } finally {
    service.kill("SIGTERM");
    await new Promise((resolve) => service.once("exit", resolve));
    await database.close();
    await postgres.stop();
    fs.rmSync(HOME, { recursive: true, force: true });
  }
}

function describeProduct(at: { url: string; key: string; database: Database; pid: number }): Product {
  const headers = { authorization: `Basic ${Buffer.from(`bench:${at.key}`).toString("base64")}` };
  const { pool } = at.database;
  return {
    url: at.url,
    project: "bench/project",
    headers,
    admin: ADMIN,
    database: at.database,
    cpuMicros: () =>
      cpuMicrosOf([...processesUnder(at.pid), ...processesOfPostgres(path.join(HOME, "postgres"))]),
    call: (endpoint, input) => call(endpoint, input, { baseUrl: at.url, headers }),
    databaseMs: async (text) => {
      const { rows } = await pool.query<{ ms: number | null }>(
        // A stream's work counts as its FETCHes, which do not repeat its text.
        "select sum(total_exec_time) / nullif(max(calls), 0) as ms from pg_stat_statements where (query like $1 or query like 'fetch % from streamed') and query not like '%pg_stat_statements%'",
        [`%${text}%`],
      );
      return rows[0]?.ms ?? Number.NaN;
    },
    resetDatabaseTimes: async () => void (await pool.query("select pg_stat_statements_reset()")),
  };
}

function processesOfPostgres(home: string): number[] {
  const [first = ""] = fs.readFileSync(path.join(home, "data/postmaster.pid"), "utf8").split("\n");
  return [Number(first), ...processesUnder(Number(first))];
}

async function waitUntilHealthy(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${url}/api/v1/health`).catch(() => null);
    if (answer?.ok) return;
    await sleep(500);
  }
  throw new Error("The service did not become healthy; see its output above");
}
