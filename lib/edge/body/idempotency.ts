import { createHash } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Actor } from "#lib/access/context.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { JsonLines } from "#lib/contract/json-lines.ts";
import { encodeReply } from "#lib/edge/answer/json-response.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

type Once = { key: string; endpoint: AnyEndpoint; actor: Actor; input: Record<string, unknown>; db: Db };

/**
 * Runs `work` once for each key of a caller and route: the record stands or falls with the work's own transaction. The same request
 * again gets the first answer; another request under the same key is refused. Answers are kept for a day.
 */
export async function runOnce(once: Once, work: (tx: Db) => Promise<unknown>): Promise<Response> {
  requireVisible(once.key);
  const hash = await hashOf(once.input);
  return once.db.transaction(async (tx) => {
    await lockKey(tx, once);
    const earlier = await findEarlier(tx, once);
    if (earlier) return replay(earlier, hash);
    const body = encodeReply(once.endpoint, await work(tx));
    await tx.query(sql`
      insert into idempotency_record (credential_id, route, key, request_hash, status, body, expires_at)
      values (${credentialOf(once.actor)}, ${once.endpoint.operationId}, ${once.key}, ${hash}, 200, ${body}, now() + interval '1 day')`);
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  });
}

/** The hash of an input's JSON. A long list is taken a piece at a time, so that other requests are served meanwhile. */
async function hashOf(input: Record<string, unknown>): Promise<Buffer> {
  const hash = createHash("sha256");
  const lists = Object.values(input).filter((value) => value instanceof JsonLines);
  const others = Object.entries(input).filter(([, value]) => !(value instanceof JsonLines));
  hash.update(JSON.stringify(Object.fromEntries(others)));
  for (const list of lists)
    for (const piece of list.listText()) {
      hash.update(piece);
      await othersTurn();
    }
  return hash.digest();
}

function requireVisible(key: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidAt(["header", "idempotency-key"], {
      type: "value_error",
      text: "1 to 255 visible ASCII characters are needed",
    });
}

function credentialOf(actor: Actor): string {
  return actor.key?.id ?? actor.userId;
}

/** One request of a key at a time; a second one that arrives meanwhile is told to come back. */
async function lockKey(tx: Db, { actor, endpoint, key }: Once): Promise<void> {
  const name = `${credentialOf(actor)} ${endpoint.operationId} ${key}`;
  const [row] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  );
  if (!row?.locked)
    throw new Conflict("A request with this Idempotency-Key is still running; try again shortly", {
      retryable: true,
    });
}

type Earlier = { request_hash: Buffer; status: number; body: string };

async function findEarlier(tx: Db, { actor, endpoint, key }: Once): Promise<Earlier | undefined> {
  await tx.query(sql`
    delete from idempotency_record where credential_id = ${credentialOf(actor)} and route = ${endpoint.operationId}
      and key = ${key} and expires_at < now()`);
  const [row] = await tx.query<Earlier>(sql`
    select request_hash, status, body from idempotency_record
    where credential_id = ${credentialOf(actor)} and route = ${endpoint.operationId} and key = ${key}`);
  return row;
}

function replay(earlier: Earlier, hash: Buffer): Response {
  if (!earlier.request_hash.equals(hash))
    throw invalidAt(["header", "idempotency-key"], {
      type: "value_error",
      text: "this key was used for another request; take a new one",
    });
  return new Response(earlier.body, {
    status: earlier.status,
    headers: { "Content-Type": "application/json", "Idempotent-Replayed": "true" },
  });
}
