import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg, { type ClientBase, type PoolClient, type QueryResultRow } from "pg";
import { type Prisma, PrismaClient } from "#lib/generated/prisma/client.ts";
import { Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { isSilence } from "./database-error.ts";
import { type ConnectCallback, Pool } from "./pool.ts";
import type { Statement } from "./sql.ts";
import { streamRows } from "./stream-rows.ts";
import { withRetries } from "./with-retries.ts";

/** Access to the database: Prisma for ordinary reads and writes, SQL for statements that must do more. Inside `transaction` both run on one connection. */
export type Db = {
  prisma: Prisma.TransactionClient;
  /** Runs one statement; values travel as parameters. `name` makes it a prepared statement, for texts that never vary. */
  query<Row>(statement: Statement<Row>, name?: string): Promise<Row[]>;
  /** As `query`, for results of any size: rows are drawn as they are wanted. Leaving the loop early ends the statement. */
  stream<Row>(statement: Statement<Row>): Promise<AsyncIterable<Row>>;
  /** Runs `work` in one transaction, joining the one that is already open. Conflicts of serialisation are tried again. */
  transaction<T>(work: (db: Db) => Promise<T>, limits?: Limits): Promise<T>;
};

/**
 * Of a transaction as a whole; 10 seconds where nothing is said. Each statement keeps its own limit. With `atOneMoment`, all statements see the
 * data as they were at the first one, unless the transaction joins another.
 */
export type Limits = { timeoutMs: number; atOneMoment?: boolean };

/** A `Db` that owns connections; `close` gives them back. */
export type Database = Db & { pool: Pool; close(): Promise<void> };

export function openDatabase(url: string, maxConnections?: number, answerWithinMs?: number): Database {
  const pool = new SharedPool(url, maxConnections, answerWithinMs);
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // The pool bounds the wait, and says better why it ended.
    transactionOptions: { maxWait: MAX_WAIT_MS, timeout: 10_000 },
    errorFormat: "minimal",
  });
  return {
    prisma,
    pool,
    query: (statement, name) => run(pool, statement, name),
    stream: (statement) => streamRows(pool, statement),
    transaction: (work, limits) => withRetries(() => startTransaction(prisma, work, limits)),
    close: async () => {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

const MAX_WAIT_MS = 20_000;

/** The connection of a transaction, until it goes back to the pool. */
type Opened = { client?: PoolClient; isOver?: boolean };

const openedHere = new AsyncLocalStorage<Opened>();

/** Prisma takes its transaction's connection from the pool; this notes which one, so that SQL can use it too, and no longer than it is the transaction's. */
class SharedPool extends Pool {
  readonly #opened = new WeakMap<ClientBase, Opened>();

  constructor(...given: ConstructorParameters<typeof Pool>) {
    super(...given);
    this.on("release", (_, client) => {
      const opened = this.#opened.get(client);
      if (opened) opened.isOver = true;
      this.#opened.delete(client);
    });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    // The pool's own `query` asks with a callback; Prisma, for a transaction, with a promise.
    if (!callback) return this.connectNoted();
    super.connect(callback);
    return undefined;
  }

  private async connectNoted(): Promise<PoolClient> {
    const client = await super.connect();
    const opened = openedHere.getStore();
    if (!opened || opened.client) return client;
    opened.client = client;
    this.#opened.set(client, opened);
    return client;
  }
}

function startTransaction<T>(
  prisma: PrismaClient,
  work: (db: Db) => Promise<T>,
  limits?: Limits,
): Promise<T> {
  const opened: Opened = {};
  return openedHere.run(opened, () =>
    prisma.$transaction(
      (tx) => {
        const { client } = opened;
        if (!client) throw new Error("Prisma opened a transaction without a connection of the shared pool");
        const db: Db = {
          prisma: tx,
          query: (statement, name) => runWithin(opened, client, statement, name),
          // The transaction's one connection cannot be held open for a reader.
          stream: async (statement) => eachOf(await runWithin(opened, client, statement)),
          transaction: (inner) => inner(db),
        };
        return work(db).catch((error: unknown) => {
          // Any next query on this connection, first of all the rollback, would wait for the answer that does not come.
          if (isSilence(error) && client instanceof pg.Client) void client.end();
          throw error;
        });
      },
      limits
        ? {
            maxWait: MAX_WAIT_MS,
            timeout: limits.timeoutMs,
            ...(limits.atOneMoment ? { isolationLevel: "RepeatableRead" } : {}),
          }
        : undefined,
    ),
  );
}

/**
 * Work may continue when its transaction has ended: where it took too long, or where one of several things at once failed. By then its connection is somebody
 * else's, whose transaction it must not become a part of.
 */
async function runWithin<Row>(
  opened: Opened,
  client: PoolClient,
  statement: Statement<Row>,
  name?: string,
): Promise<Row[]> {
  if (!opened.isOver) return run(client, statement, name);
  const error = new Unavailable("The database took too long; try again");
  log.warn({ err: error, statement: statement.text.slice(0, 300) }, "a statement came after its transaction");
  throw error;
}

/** The one place where a row is believed to be of its type; what makes it so is the statement's list of columns. */
async function run<Row>(on: Pool | PoolClient, statement: Statement<Row>, name?: string): Promise<Row[]> {
  const result = await on.query<Row & QueryResultRow>({
    text: statement.text,
    values: statement.values,
    ...(name ? { name } : {}),
  });
  return result.rows;
}

async function* eachOf<Row>(rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}
