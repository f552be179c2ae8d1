import pg, { type ClientBase, type PoolClient } from "pg";
import { WrongSetting } from "#lib/platform/env.ts";
import { RateLimited, Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { askedFor } from "./asking-for.ts";
import { type GiveBack, Turns } from "./turns.ts";

/** Of one caller; more than the requests that it may have under way, as one may ask for several things at once. */
const MAX_WAITING = 1024;
/** Longer than hundreds of ordinary requests of one caller take, and short enough that the client still waits. */
const MAX_WAIT_MS = 6000;
/** A database that works ends a statement after ten seconds itself; one that says nothing for longer is gone without a word. */
const ANSWER_WITHIN_MS = 12_000;
const STATEMENT_WITHIN = "10s";
/** A database on a machine at its limit needs seconds to begin a connection; one that is gone refuses it at once. */
const CONNECT_WITHIN_MS = 5000;

export type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * A pool that lends connections to callers in turns, so that one caller's many requests only delay each other. An idle connection that dies
 * does not crash the process.
 */
export class Pool extends pg.Pool {
  #keepsSettings = false;
  readonly #turns: Turns;
  readonly #lent = new WeakMap<ClientBase, GiveBack>();

  constructor(connectionString: string, maxConnections = 10, answerWithinMs = ANSWER_WITHIN_MS) {
    super({
      connectionString,
      max: maxConnections,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: answerWithinMs,
      idleTimeoutMillis: 30_000,
      verify: (client, done) => void this.#requireSettings(client).then(() => done(), done),
      options: `-c statement_timeout=${STATEMENT_WITHIN} -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC -c jit=off`,
    });
    this.#turns = new Turns({
      places: maxConnections,
      // Other callers find a connection, however long the statements of one caller take.
      placesOfOne: Math.max(1, maxConnections - Math.ceil(maxConnections / 5)),
      waitingOfOne: MAX_WAITING,
      waitMs: MAX_WAIT_MS,
      refusal: ({ isStuck, waiting }) => (isStuck ? busy() : tooMany(waiting)),
    });
    this.on("release", (error, client) => {
      this.#lent.get(client)?.(!error);
      this.#lent.delete(client);
    });
    this.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
    // A connection that breaks while it is lent out, outside of a statement, would take the process along.
    this.on("connect", (client) =>
      client.on("error", (error) => log.debug({ err: error }, "a database connection was lost")),
    );
  }

  /** A pooler may drop what a connection asks for, and with it every bound on what a statement may cost. The first connection checks. */
  async #requireSettings(client: ClientBase): Promise<void> {
    if (this.#keepsSettings) return;
    const { rows } = await client.query<{ kept: string }>(
      "select current_setting('statement_timeout') as kept",
    );
    const kept = rows[0]?.kept;
    if (kept !== STATEMENT_WITHIN)
      throw new WrongSetting(
        `The database that DATABASE_URL names does not keep what a connection asks for (statement_timeout is ${kept} and not ${STATEMENT_WITHIN}), as ` +
          "PgBouncer in transaction mode does: use the address of PostgreSQL itself, without options of its own.",
      );
    this.#keepsSettings = true;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    const lent = this.#lend();
    if (!callback) return lent;
    lent.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #lend(): Promise<PoolClient> {
    const giveBack = await this.#turns.take(askedFor());
    try {
      const client = await super.connect();
      this.#lent.set(client, giveBack);
      return client;
    } catch (error) {
      giveBack(false);
      throw error;
    }
  }
}

function busy(): Unavailable {
  return new Unavailable("The database is busy; try again shortly");
}

function tooMany(waiting: number): RateLimited {
  const others = waiting === 0 ? "" : ` and ${waiting} other waiting requests of this API key or session`;
  return new RateLimited(
    `The database was too busy for this request${others}; send fewer at a time, or try again shortly`,
    1,
  );
}
