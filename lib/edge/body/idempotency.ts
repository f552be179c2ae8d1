import { createHash } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { Actor } from "#lib/access/context.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { JsonLines } from "#lib/contract/json-lines.ts";
import { encodeReply } from "#lib/edge/answer/json-response.ts";
import type { IdempotencyRecord } from "#lib/generated/prisma/client.ts";
import type { Db, Limits } from "#lib/platform/db/database.ts";
import { tryLockName } from "#lib/platform/db/locks.ts";
import type { PreparedChange } from "#lib/platform/db/prepared-change.ts";
import { Conflict } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";

type Once = { key: string; endpoint: AnyEndpoint; actor: Actor; input: Record<string, unknown>; db: Db };

/**
 * Runs `work` once for each key of a caller and route: the record stands or falls with the work's own transaction. The same request
 * again gets the first answer; another request under the same key is refused. Answers are kept for a day.
 */
export async function runOnce(once: Once, work: (tx: Db) => Promise<unknown>): Promise<Response> {
  requireVisible(once.key);
  return storeOnce(once, { store: work, hash: await hashOf(once.input) });
}

/** As `runOnce`, for work that reads and computes in its own way before the transaction that changes something. */
export async function runPreparedOnce(
  once: Once,
  prepare: () => Promise<PreparedChange<unknown>>,
): Promise<Response> {
  requireVisible(once.key);
  const hash = await hashOf(once.input);
  const earlier = await findEarlier(once.db, once);
  if (earlier) return replay(earlier, hash);
  const { store, limits, abandon } = await prepare();
  let isStored = false;
  try {
    const response = await storeOnce(once, { store, limits, hash });
    isStored = !response.headers.has(REPLAYED);
    return response;
  } finally {
    if (!isStored) await abandon?.();
  }
}

/** Marks an answer that was given before. */
const REPLAYED = "Idempotent-Replayed";

type Change = { store: (tx: Db) => Promise<unknown>; limits?: Limits; hash: Buffer<ArrayBuffer> };

function storeOnce(once: Once, { store, limits, hash }: Change): Promise<Response> {
  return once.db.transaction(async (tx) => {
    await lockKey(tx, once);
    const earlier = await findEarlier(tx, once);
    if (earlier) return replay(earlier, hash);
    const body = encodeReply(once.endpoint, await store(tx));
    const expiresAt = new Date(Date.now() + KEPT_FOR_MS);
    await tx.prisma.idempotencyRecord.create({
      data: { ...placeOf(once), requestHash: hash, status: 200, body, expiresAt },
    });
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  }, limits);
}

const KEPT_FOR_MS = 86_400_000;

/** The hash of an input's JSON. Long lists are hashed in pieces, so that other requests are served in between. */
async function hashOf(input: Record<string, unknown>): Promise<Buffer<ArrayBuffer>> {
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
      text: "use 1 to 255 visible ASCII characters",
    });
}

function placeOf({ actor, endpoint, key }: Once) {
  return { credentialId: actor.key?.id ?? actor.userId, route: endpoint.operationId, key };
}

/** Allows one request per key at a time; a second one is refused with a retry hint. */
async function lockKey(tx: Db, once: Once): Promise<void> {
  const { credentialId, route, key } = placeOf(once);
  if (!(await tryLockName(tx, `${credentialId} ${route} ${key}`)))
    throw new Conflict("A request with this Idempotency-Key is still running; try again shortly", {
      retryable: true,
    });
}

async function findEarlier(tx: Db, once: Once): Promise<IdempotencyRecord | null> {
  const place = placeOf(once);
  await tx.prisma.idempotencyRecord.deleteMany({ where: { ...place, expiresAt: { lt: new Date() } } });
  return tx.prisma.idempotencyRecord.findUnique({ where: { credentialId_route_key: place } });
}

function replay(earlier: IdempotencyRecord, hash: Buffer): Response {
  if (!hash.equals(earlier.requestHash))
    throw invalidAt(["header", "idempotency-key"], {
      type: "value_error",
      text: "this key was used for another request; use a new one",
    });
  return new Response(earlier.body, {
    status: earlier.status,
    headers: { "Content-Type": "application/json", [REPLAYED]: "true" },
  });
}
