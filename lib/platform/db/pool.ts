import pg, { type ClientBase } from "pg";
import { WrongSetting } from "#lib/platform/env.ts";
import { Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";

/** More requests than this waiting for a connection are refused at once, rather than each after its own wait. */
const MAX_WAITING = 200;
/** A database that works ends a statement after ten seconds itself; one that says nothing for longer is gone without a word. */
const ANSWER_WITHIN_MS = 12_000;
const STATEMENT_WITHIN = "10s";

/** A pool whose waits are bounded and whose idle connections may die without taking the process along. */
export class Pool extends pg.Pool {
  #keepsSettings = false;

  constructor(connectionString: string, maxConnections = 10, answerWithinMs = ANSWER_WITHIN_MS) {
    super({
      connectionString,
      max: maxConnections,
      connectionTimeoutMillis: 2000,
      query_timeout: answerWithinMs,
      idleTimeoutMillis: 30_000,
      verify: (client, done) => void this.#requireSettings(client).then(() => done(), done),
      options: `-c statement_timeout=${STATEMENT_WITHIN} -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC -c jit=off`,
    });
    this.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
    // A connection that breaks while it is lent out, outside of a statement, would take the process along.
    this.on("connect", (client) =>
      client.on("error", (error) => log.debug({ err: error }, "a database connection was lost")),
    );
  }

  /** A pooler may drop what a connection asks for, and with it every bound on what a statement may cost. The first connection tells. */
  async #requireSettings(client: ClientBase): Promise<void> {
    if (this.#keepsSettings) return;
    const { rows } = await client.query<{ kept: string }>(
      "select current_setting('statement_timeout') as kept",
    );
    const kept = rows[0]?.kept;
    if (kept !== STATEMENT_WITHIN)
      throw new WrongSetting(
        `The database that DATABASE_URL names does not keep what a connection asks for (statement_timeout is ${kept} and not ${STATEMENT_WITHIN}), as ` +
          "behind PgBouncer in transaction mode: use the address of PostgreSQL itself, without options of its own.",
      );
    this.#keepsSettings = true;
  }

  /** Refuses when the queue for connections is full. */
  requireRoom(): void {
    if (this.waitingCount > MAX_WAITING) throw new Unavailable("The database is busy; try again shortly");
  }
}
