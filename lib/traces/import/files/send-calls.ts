import { ApiError } from "#lib/client/api-error.ts";
import { type CallOptions, call, callAll } from "#lib/client/call.ts";
import { CompleteCall } from "#lib/contract/traces/call-fields.ts";
import { completeCalls, StartInBatch, streamCalls, upsertCallBatch } from "#lib/contract/traces/calls.ts";
import * as z from "#lib/contract/zod.ts";
import { contentId } from "#lib/traces/import/content-id.ts";
import type { ImportedCall } from "#lib/traces/import/conversation-calls.ts";

/** Where calls are sent, and as whom. */
export type Target = {
  /** The page's own origin where absent. */
  baseUrl?: string;
  headers?: Record<string, string>;
  entity: string;
  project: string;
  /** The wait before the first retry, in milliseconds; each further one is twice as long. Half a second where absent. */
  firstPauseMs?: number;
  /** Ends the wait for an unreachable service; responses to sent requests are still awaited. */
  signal?: AbortSignal;
  /** Calls that were sent and not heard of; in a later run they count as added. Kept by `sendCalls`. */
  unheard?: Set<string>;
  /** The ids that replace those of deleted calls. Kept by `sendCalls`. */
  replaced?: Map<string, string>;
};

export type Sent<C extends ImportedCall> = {
  added: C[];
  /** Calls that the service had already. */
  known: C[];
  refused: { call: C; reason: string }[];
};

const MAX_TRIES = 7;
const MAX_PAUSE_MS = 15_000;
/** Answers that may concern a single call of a batch rather than the sender. */
const PARTLY_WRONG = [400, 413, 422];

/** Sends the calls that the service does not have yet. Throws `ApiError` if it accepts none, or stays unreachable. */
export async function sendCalls<C extends ImportedCall>(
  calls: readonly C[],
  target: Target,
): Promise<Sent<C>> {
  const seen = (await idsThere(calls, target)) ?? new Set();
  const [fresh, known]: [C[], C[]] = [[], []];
  for (const one of calls) {
    (seen.has(one.id) ? known : fresh).push(one);
    seen.add(one.id);
  }
  const ours = known.filter(({ id }) => target.unheard?.delete(id));
  for (const { id } of fresh) target.unheard?.add(id);
  const { added, refused } = await sendFresh(fresh, target);
  const { stayed, gone } = await withoutDeleted(added, target);
  for (const { id } of fresh) target.unheard?.delete(id);
  const sent = { known: known.filter((one) => !ours.includes(one)), added: [...ours, ...stayed], refused };
  if (gone.length === 0) return sent;
  const again = await sendCalls(underOtherIds(gone, target), target);
  return {
    known: [...sent.known, ...again.known],
    added: [...sent.added, ...again.added],
    refused: [...sent.refused, ...again.refused],
  };
}

/** The service accepts a call that was deleted, but it stays deleted. */
async function withoutDeleted<C extends ImportedCall>(
  added: readonly C[],
  target: Target,
): Promise<{ stayed: C[]; gone: C[] }> {
  const there = added.length > 0 ? await idsThere(added, target) : null;
  const isThere = ({ id }: C) => there === null || there.has(id);
  return { stayed: added.filter(isThere), gone: added.filter((one) => !isThere(one)) };
}

/** Deleted calls come back as others, whose ids follow from the deleted ones: a repeat finds them. What stood below one is below the other. */
function underOtherIds<C extends ImportedCall>(gone: readonly C[], target: Target): C[] {
  target.replaced ??= new Map();
  const { replaced } = target;
  for (const { id } of gone) replaced.set(id, contentId("again", id));
  return gone.map((one) => ({
    ...one,
    id: replaced.get(one.id) ?? one.id,
    ...(one.turnId ? { turnId: replaced.get(one.turnId) ?? one.turnId } : {}),
    ...(one.parentId ? { parentId: replaced.get(one.parentId) ?? one.parentId } : {}),
  }));
}

/** Which of the calls the service shows; a project that does not exist yet has none. Null where the key may not read. */
async function idsThere(calls: readonly ImportedCall[], target: Target): Promise<Set<string> | null> {
  const input = {
    projectId: `${target.entity}/${target.project}`,
    filter: { callIds: calls.map(({ id }) => id) },
    columns: ["id"],
  };
  return retrying(target, async () => {
    try {
      return new Set((await callAll(streamCalls, input, wayTo(target))).map(({ id }) => id));
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return null;
      throw error;
    }
  });
}

/** Without the signal: if a batch were aborted in flight, nobody would know whether it arrived. */
function wayTo({ baseUrl, headers }: Target): CallOptions {
  return { ...(baseUrl === undefined ? {} : { baseUrl }), ...(headers ? { headers } : {}) };
}

/** A refused batch is halved until the faulty call is alone. */
async function sendFresh<C extends ImportedCall>(
  calls: readonly C[],
  target: Target,
): Promise<Omit<Sent<C>, "known">> {
  if (calls.length === 0) return { added: [], refused: [] };
  try {
    return await sendBatch(calls, target);
  } catch (error) {
    if (!(error instanceof ApiError && PARTLY_WRONG.includes(error.status))) throw error;
    const [only] = calls;
    if (only && calls.length === 1) return { added: [], refused: [{ call: only, reason: error.message }] };
    const middle = Math.ceil(calls.length / 2);
    const first = await sendFresh(calls.slice(0, middle), target);
    const second = await sendFresh(calls.slice(middle), target);
    return { added: [...first.added, ...second.added], refused: [...first.refused, ...second.refused] };
  }
}

async function sendBatch<C extends ImportedCall>(
  calls: readonly C[],
  target: Target,
): Promise<Omit<Sent<C>, "known">> {
  const [ended, running] = [calls.filter(isEnded), calls.filter((one) => !isEnded(one))];
  const reasons = new Map([
    ...(await reasonsOf(ended, () => sendEnded(ended, target))),
    ...(await reasonsOf(running, () => sendRunning(running, target))),
  ]);
  const refused = calls.flatMap((one) => {
    const reason = reasons.get(one);
    return reason === undefined ? [] : [{ call: one, reason }];
  });
  return { added: calls.filter((one) => !reasons.has(one)), refused };
}

type Ended = ImportedCall & { endedAt: string };

function isEnded<C extends ImportedCall>(one: C): one is C & Ended {
  return one.endedAt !== undefined;
}

/** Why the service refused calls, by their place in what was sent. */
type Refusals = { index: number; error: string }[];

async function reasonsOf<C>(calls: readonly C[], send: () => Promise<Refusals>): Promise<[C, string][]> {
  const refusals = calls.length === 0 ? [] : await send();
  return refusals.flatMap(({ index, error }): [C, string][] => {
    const refused = calls[index];
    return refused === undefined ? [] : [[refused, error]];
  });
}

async function sendEnded(calls: readonly Ended[], target: Target): Promise<Refusals> {
  const { entity, project } = target;
  const batch = calls.map((one) => z.encode(CompleteCall, one));
  const { errors = [] } = await retrying(target, () =>
    call(completeCalls, { entity, project, batch }, wayTo(target)),
  );
  return errors;
}

/** A call that was running when it was exported has no end to send. */
async function sendRunning(calls: readonly ImportedCall[], target: Target): Promise<Refusals> {
  const projectId = `${target.entity}/${target.project}`;
  const batch = calls.map((one) => z.encode(StartInBatch, { req: { start: { ...one, projectId } } }));
  const { res } = await retrying(target, () => call(upsertCallBatch, { batch }, wayTo(target)));
  return res.flatMap(({ error }, index) => (error === undefined ? [] : [{ index, error }]));
}

/** Tries again after 429, 5xx and lost connections, each time after twice the pause. */
async function retrying<T>({ firstPauseMs = 500, signal }: Target, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= MAX_TRIES || !mayPass(error) || signal?.aborted) throw error;
      const pause = Math.min(firstPauseMs * 2 ** (tries - 1), MAX_PAUSE_MS);
      await sleep(pause * (0.5 + Math.random()), signal);
      signal?.throwIfAborted();
    }
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** `fetch` throws a `TypeError` if there is no connection, or it breaks. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  return error instanceof TypeError;
}
