import type { PoolClient, QueryResultRow } from "pg";
import { RateLimited, Unavailable } from "#lib/platform/errors.ts";
import { askedFor } from "./asking-for.ts";
import { FIRST_ROWS, nextRows } from "./batch-rows.ts";
import type { Pool } from "./pool.ts";
import type { Sql, Statement } from "./sql.ts";
import { Turns } from "./turns.ts";

/** A reader who is idle for this long loses the connection. */
const READER_PATIENCE = "60s";
/** Where others wait for the place, the reader's patience is this short. */
const CONTESTED_PATIENCE_MS = 8000;
const LOOK_EVERY_MS = 1000;
/** A stream that finds no free place in this time is refused; by then idle readers have lost theirs. */
const MAX_WAIT_MS = 12_000;
/** Of one caller. */
const MAX_WAITING = 512;
const RETRY_AFTER_SECONDS = 5;

/**
 * Runs a statement on a connection of its own and gives its rows as they are wanted. The first rows are read before the answer, so that a
 * failing statement fails here. The connection goes back with the last row, or when the reader leaves. As a slow reader may hold one for
 * long, half of the pool is kept for everyone else, one caller has a share of the other half, and who takes nothing makes way for those who wait.
 *
 * The cursor is one of SQL and not of the protocol: the time limit of a statement then holds for each batch, where it would otherwise
 * run on while a slow reader reads.
 */
export async function streamRows<Row>(pool: Pool, statement: Statement<Row>): Promise<AsyncIterable<Row>> {
  const turns = turnsOf(pool);
  const giveBack = await turns.take(askedFor());
  const client = await pool.connect().catch((error: unknown) => {
    giveBack(false);
    throw error;
  });
  const release = (error?: Error) => {
    client.release(error);
    giveBack(!error);
  };
  const stream = new RowStream<Row & QueryResultRow>(client, release, () => turns.isWaitedFor);
  await stream.open(statement);
  return stream;
}

/** Unlike a generator's, its `return` closes the cursor even if no row was ever read. */
class RowStream<Row extends QueryResultRow> implements AsyncIterableIterator<Row> {
  readonly #client: PoolClient;
  readonly #giveBack: (error?: Error) => void;
  #rows: Row[] = [];
  #at = 0;
  #count = FIRST_ROWS;
  #isReleased = false;
  /** When the reader took something last; null while the database is waited for. */
  #takenAt: number | null = null;
  #lost: Unavailable | null = null;
  readonly #watch: ReturnType<typeof setInterval>;

  constructor(client: PoolClient, giveBack: (error?: Error) => void, isWaitedFor: () => boolean) {
    this.#client = client;
    this.#watch = setInterval(() => {
      if (isWaitedFor()) this.#makeWay();
    }, LOOK_EVERY_MS).unref();
    this.#giveBack = (error) => {
      clearInterval(this.#watch);
      giveBack(error);
    };
  }

  /** Starts the statement and reads its first rows. */
  async open({ text, values }: Sql): Promise<void> {
    try {
      await this.#client.query(
        `begin read only; set local idle_in_transaction_session_timeout = '${READER_PATIENCE}'`,
      );
      await this.#client.query(`declare streamed no scroll cursor for ${text}`, values);
    } catch (error) {
      this.#release(error);
      throw error;
    }
    await this.#readMore();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Row>> {
    if (this.#lost) throw this.#lost;
    this.#takenAt = performance.now();
    if (this.#at === this.#rows.length && !this.#isReleased) await this.#readMore();
    const value = this.#rows[this.#at++];
    if (value !== undefined) return { done: false, value };
    return this.return();
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#rows = [];
    this.#at = 0;
    await this.#close();
    return { done: true, value: undefined };
  }

  async #readMore(): Promise<void> {
    const count = this.#count;
    this.#takenAt = null;
    const fetched = this.#client.query<Row>(`fetch ${count} from streamed`);
    const { rows } = await fetched.catch((error: unknown) => {
      this.#release(error);
      throw error;
    });
    // The reader may have left while the rows were fetched.
    if (this.#isReleased) return;
    this.#takenAt = performance.now();
    this.#rows = rows;
    this.#at = 0;
    this.#count = nextRows(rows);
    // A short batch is the last one: a slow reader of it needs no connection.
    if (rows.length < count) await this.#close();
  }

  /** Closes an answer whose reader has stalled. If the reader asks for more later, it gets a fault, not a silent end. */
  #makeWay(): void {
    if (this.#takenAt === null || performance.now() - this.#takenAt < CONTESTED_PATIENCE_MS) return;
    this.#lost = new Unavailable(
      `Nothing of this response was read for ${CONTESTED_PATIENCE_MS / 1000} s while others waited for its place`,
    );
    void this.#close();
  }

  async #close(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    await this.#client.query("rollback").then(
      () => this.#giveBack(),
      (error: unknown) => this.#giveBack(asError(error)),
    );
  }

  /** After a failed statement the connection is in no state to be lent again. */
  #release(error: unknown): void {
    if (!this.#isReleased) this.#giveBack(asError(error));
    this.#isReleased = true;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

const turnsByPool = new WeakMap<Pool, Turns>();

function turnsOf(pool: Pool): Turns {
  const known = turnsByPool.get(pool) ?? newTurns(Math.max(1, Math.floor(pool.options.max / 2)));
  turnsByPool.set(pool, known);
  return known;
}

function newTurns(places: number): Turns {
  const placesOfOne = Math.ceil(places / 3);
  return new Turns({
    places,
    placesOfOne,
    waitingOfOne: MAX_WAITING,
    waitMs: MAX_WAIT_MS,
    refusal: () =>
      new RateLimited(
        `At most ${placesOfOne} streamed responses per API key or session, and ${places} in all, can run at a time, and none ended; read the running ones to the end, or try again shortly`,
        RETRY_AFTER_SECONDS,
      ),
  });
}
