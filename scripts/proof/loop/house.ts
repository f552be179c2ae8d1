import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ADMIN, databaseOf, type Service, startService } from "../../../e2e/support/service.ts";
import { openTown, type Town } from "../../examples/loop/town.ts";

const SETTINGS = {
  INIT_ADMIN_EMAIL: ADMIN.email,
  INIT_ADMIN_PASSWORD: ADMIN.password,
  // The log says how long each answer took.
  LOG_LEVEL: "info",
};

/** The product as it is started by its command, and a second way into its database. */
export class House {
  #service: Service;
  #database: pg.Pool;

  private constructor(service: Service) {
    this.#service = service;
    this.#database = poolOf(service);
  }

  /** Starts it with an empty data folder, and ends it when `work` is done, whatever came of it. */
  static async with<T>(work: (house: House) => Promise<T>): Promise<T> {
    const house = new House(await startService(SETTINGS));
    try {
      return await work(house);
    } finally {
      await house.#end();
      fs.rmSync(house.service.dataDir, { recursive: true, force: true });
    }
  }

  get service(): Service {
    return this.#service;
  }

  /** A project of its own, with an account for each of these names. */
  town(names: readonly string[]): Promise<Town> {
    return openTown({ url: this.#service.url, admin: ADMIN }, names);
  }

  /** Waits until the worker has folded what was noted: what is measured then is a service at rest, and not one that has just been filled. */
  async atRest(): Promise<void> {
    const noted = `select (select count(*) from thread_dirty) + (select count(*) from call_marked)
      + (select count(*) from call_change) as n`;
    for (let left = 1; left > 0; await sleep(500)) left = Number((await this.query(noted)).rows[0]?.n);
  }

  /** How long the service took for each request whose path matches, in milliseconds. */
  servedIn(path: RegExp): number[] {
    // The last one may still be on its way.
    const lines = this.#service.output().split("\n").slice(0, -1);
    return lines.flatMap((line) => {
      const entry: Record<string, unknown> = line.startsWith("{") ? JSON.parse(line) : {};
      const isMeant = entry.msg === "request" && path.test(String(entry.path));
      return isMeant ? [Number(entry.ms)] : [];
    });
  }

  query(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.#database.query(text, values);
  }

  /** Ends it in order and starts it on the same data, at the same address. */
  async restart(): Promise<void> {
    const { port, dataDir } = this.#service;
    await this.#end();
    this.#service = await startService({ ...SETTINGS, PORT: String(port) }, dataDir);
    this.#database = poolOf(this.#service);
  }

  async #end(): Promise<void> {
    await this.#database.end();
    await this.#service.stop();
  }
}

function poolOf(service: Service): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseOf(service).url, max: 2 });
  // A killed database ends its connections; the next query opens another one.
  pool.on("error", () => undefined);
  return pool;
}
