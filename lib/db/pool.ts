import pg from "pg";
import { Unavailable } from "#lib/errors.ts";
import { log } from "#lib/log.ts";

/** More requests than this waiting for a connection are refused at once, rather than each after its own wait. */
const MOST_WAITING = 200;
/** A database that works ends a statement after ten seconds itself; one that says nothing for longer is gone without a word. */
const ANSWER_WITHIN_MS = 12_000;

/** A pool whose waits are bounded and whose idle connections may die without taking the process along. */
export class Pool extends pg.Pool {
  constructor(connectionString: string, maxConnections = 10, answerWithinMs = ANSWER_WITHIN_MS) {
    super({
      connectionString,
      max: maxConnections,
      connectionTimeoutMillis: 2000,
      query_timeout: answerWithinMs,
      idleTimeoutMillis: 30_000,
      options:
        "-c statement_timeout=10000 -c lock_timeout=3000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC -c jit=off",
    });
    this.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
    // A connection that breaks while it is lent out, outside of a statement, would take the process along.
    this.on("connect", (client) =>
      client.on("error", (error) => log.debug({ err: error }, "a database connection was lost")),
    );
  }

  /** Refuses when the queue for connections is full. */
  requireRoom(): void {
    if (this.waitingCount > MOST_WAITING) throw new Unavailable("The database is busy; try again shortly");
  }
}
