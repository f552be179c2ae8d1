import { setImmediate as othersTurn } from "node:timers/promises";
import type { Ctx } from "#lib/access/context.ts";
import {
  type CallVote,
  isSaidOutsideQueues,
  saidOfCalls,
  type VotedPair,
  votedPairs,
  votesOnPairs,
} from "#lib/annotation/evidence/said-of-calls.ts";
import type { Preference } from "#lib/contract/annotation/preference.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { EvidenceOf } from "#lib/datasets/candidate.ts";
import type { Said, SourceItem } from "#lib/datasets/rows/source-item.ts";
import type { ThreadItem } from "#lib/datasets/rows/thread-candidate.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { findCalls } from "#lib/traces/calls/find-calls.ts";
import { type FoundTurn, findThreads, findTurns } from "#lib/traces/threads/find-turns.ts";
import { type Budget, ITEMS_AT_ONCE } from "./budget.internal.ts";
import type { CheckedCalls, CheckedVotes } from "./checked-source.ts";
import { readCalls } from "./read-calls.internal.ts";

type Place = Pick<Ctx, "db" | "project">;
type WithSaid = Pick<CheckedCalls, "kind" | "said">;

/** The calls of a source with what was said of them, in the order in which they arrived. */
export async function readCallItems(
  { db, project }: Place,
  source: CheckedCalls,
  budget: Budget,
): Promise<SourceItem[]> {
  const { kind, said, condition } = source;
  const isWanted =
    kind === "feedback" && said ? sql`${condition} and ${isSaidOutsideQueues(said.wanted)}` : condition;
  const taken = budget.take(await findCalls(db, isWanted, budget.items + 1));
  const items: SourceItem[] = [];
  for (const some of stretches(taken)) {
    const calls = await readCalls(
      db,
      project.id,
      some.map(({ id }) => id),
    );
    budget.hold(calls.values());
    const answers = await answersTo({ db, project }, source, [...calls.keys()]);
    for (const { id, createdAt } of some)
      items.push({
        ...PLAIN,
        itemId: id,
        addedAt: createdAt,
        call: calls.get(id) ?? null,
        other: null,
        ...(answers.get(id) ?? UNSAID),
      });
    await othersTurn();
  }
  return items;
}

/** What stands of the answers to something, and which were retracted. */
type Answers = { said: Said[]; retracted: EvidenceOf[] };
const UNSAID: Answers = { said: [], retracted: [] };

function withAnswer({ said, retracted }: Answers, one: Said, isRetracted: boolean): Answers {
  if (isRetracted) return { said, retracted: [...retracted, one.evidence] };
  return { said: [...said, one], retracted };
}

/** What only queues have. */
const PLAIN = { isFlagged: false, isSkipped: false, decision: null };

async function answersTo(
  { db, project }: Place,
  { kind, said }: WithSaid,
  callIds: readonly string[],
): Promise<Map<string, Answers>> {
  if (!said) return new Map();
  const found = await saidOfCalls(db, project.id, {
    callIds,
    wanted: said.wanted,
    isOutsideQueues: kind === "feedback",
  });
  const byCall = new Map<string, Answers>();
  for (const { callId, feedbackId, userId, contentHash, value, isRetracted } of found) {
    const one: Said = { evidence: { kind: "answer", id: feedbackId, userId, hash: contentHash }, value };
    byCall.set(callId, withAnswer(byCall.get(callId) ?? UNSAID, one, isRetracted));
  }
  return byCall;
}

/** The pairs that people compared outside of queues. The order of the two calls is that of their ids. */
export async function readVotes(
  { db, project }: Place,
  { condition }: CheckedVotes,
  budget: Budget,
): Promise<SourceItem[]> {
  const taken = budget.take(await votedPairs(db, project.id, condition, budget.items + 1));
  const items: SourceItem[] = [];
  for (const some of stretches(taken)) {
    const calls = await readCalls(
      db,
      project.id,
      some.flatMap(({ id, otherId }) => [id, otherId]),
    );
    budget.hold(calls.values());
    const votes = Map.groupBy(await votesOnPairs(db, project.id, some), pairId);
    for (const { id, otherId, createdAt } of some) {
      const itemId = pairId({ id, otherId });
      items.push({
        ...PLAIN,
        itemId,
        addedAt: createdAt,
        call: calls.get(id) ?? null,
        other: calls.get(otherId) ?? null,
        ...(votes.get(itemId) ?? []).reduce(
          (answers, vote) => withAnswer(answers, voteIn(vote), vote.isRetracted),
          UNSAID,
        ),
      });
    }
    await othersTurn();
  }
  return items;
}

function pairId({ id, otherId }: Pick<VotedPair, "id" | "otherId">): string {
  return `${id}/${otherId}`;
}

function voteIn({ feedbackId, userId, contentHash, value, isTurned }: CallVote): Said {
  const evidence = { kind: "vote" as const, id: feedbackId, userId, hash: contentHash };
  return { evidence, value: isTurned ? turned(value) : value };
}

const TURNED: Partial<Record<string, Preference["verdict"]>> = { first: "second", second: "first" };

function turned(value: unknown): unknown {
  if (!isDict(value)) return value;
  return { ...value, verdict: TURNED[String(value.verdict)] ?? value.verdict };
}

const THREADS_AT_ONCE = 50;

/** The threads of a source with all their turns and what was said of those. */
export async function readThreads(
  { db, project }: Place,
  source: CheckedCalls,
  budget: Budget,
): Promise<ThreadItem[]> {
  const taken = budget.take(await findThreads(db, source.condition, budget.items + 1));
  const items: ThreadItem[] = [];
  for (const some of stretches(taken, THREADS_AT_ONCE)) {
    const turns = await findTurns(db, project.id, some);
    const callIds = turns.map(({ id }) => id);
    const calls = await readCalls(db, project.id, callIds);
    budget.hold(calls.values());
    const answers = await answersTo({ db, project }, source, callIds);
    const byThread = Map.groupBy(turns, ({ threadId }) => threadId);
    for (const threadId of some) {
      const ofThread = byThread.get(threadId) ?? [];
      items.push({
        threadId,
        addedAt: firstOf(ofThread),
        turns: ofThread.flatMap(({ id }) => {
          const call = calls.get(id);
          return call ? { call, ...(answers.get(id) ?? UNSAID) } : [];
        }),
      });
    }
    await othersTurn();
  }
  return items;
}

function firstOf(turns: readonly FoundTurn[]): Date {
  return new Date(turns.reduce((first, { createdAt }) => Math.min(first, createdAt.getTime()), Date.now()));
}

function stretches<T>(all: readonly T[], size = ITEMS_AT_ONCE): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}
