import type { PoolClient, QueryResultRow } from "pg";
import { Unavailable } from "#lib/platform/errors.ts";
import { FIRST_ROWS, nextRows } from "./batch-rows.ts";
import type { Pool } from "./pool.ts";
import type { Sql } from "./sql.ts";

/** A reader who takes nothing for this long loses the connection. */
const READER_PATIENCE = "60s";
/** A stream that finds no free place in this time is refused. */
const MAX_WAIT_MS = 2000;

/**
 * Runs a statement on a connection of its own and gives its rows as they are wanted. The first rows are read before the answer, so that a
 * failing statement fails here. The connection goes back with the last row, or when the reader leaves. As a slow reader may hold one for
 * long, half of the pool is kept for everyone else.
 *
 * The cursor is one of SQL and not of the protocol: the time limit of a statement then holds for each batch, where it would otherwise
 * run on while a slow reader reads.
 */
export async function streamRows<Row extends QueryResultRow>(
  pool: Pool,
  statement: Sql,
): Promise<AsyncIterable<Row>> {
  const places = placesOf(pool);
  await places.take();
  const client = await pool.connect().catch((error: unknown) => {
    places.giveBack();
    throw error;
  });
  const release = (error?: Error) => {
    client.release(error);
    places.giveBack();
  };
  const stream = new RowStream<Row>(client, release);
  await stream.open(statement);
  return stream;
}

/** Unlike a generator's, its `return` closes the cursor even where no row was ever asked for. */
class RowStream<Row extends QueryResultRow> implements AsyncIterableIterator<Row> {
  readonly #client: PoolClient;
  readonly #giveBack: (error?: Error) => void;
  #rows: Row[] = [];
  #at = 0;
  #count = FIRST_ROWS;
  #isReleased = false;

  constructor(client: PoolClient, giveBack: (error?: Error) => void) {
    this.#client = client;
    this.#giveBack = giveBack;
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
    const fetched = this.#client.query<Row>(`fetch ${count} from streamed`);
    const { rows } = await fetched.catch((error: unknown) => {
      this.#release(error);
      throw error;
    });
    // The reader may have left meanwhile.
    if (this.#isReleased) return;
    this.#rows = rows;
    this.#at = 0;
    this.#count = nextRows(rows);
    // A short batch is the last one: a slow reader of it needs no connection.
    if (rows.length < count) await this.#close();
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

const placesByPool = new WeakMap<Pool, Places>();

function placesOf(pool: Pool): Places {
  const known = placesByPool.get(pool) ?? new Places(Math.max(1, Math.floor(pool.options.max / 2)));
  placesByPool.set(pool, known);
  return known;
}

/** A number of places, and a queue for them. */
class Places {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(called);
        reject(new Unavailable("Too many long answers are being read at this moment; try again shortly"));
      }, MAX_WAIT_MS);
      this.#waiting.add(called);
    });
  }

  /** A place goes straight to whoever has waited longest. */
  giveBack(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
