import type { Ctx } from "#lib/access/context.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import {
  type EvidenceField,
  findEvidenceQueue,
  VERDICT,
} from "#lib/annotation/evidence/find-evidence-field.ts";
import { answeredItems, type EvidenceItem } from "#lib/annotation/evidence/items-with-evidence.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import type { Grader } from "#lib/contract/evaluation/grader.ts";
import type { measureGrader } from "#lib/contract/evaluation/judges.ts";
import type { Item, Sample } from "#lib/evaluation/graders/sample.ts";
import { requireField, valuesOfItems } from "#lib/evaluation/services/human-value.ts";
import { endedCalls, type TrialCall } from "#lib/evaluation/trial-calls.internal.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { learnedCalls } from "./learned-calls.internal.ts";
import { isFirstBetter, isPeoplesYes, judgesPairs } from "./says-yes.ts";

/** What a grader is asked of an item that people have answered. */
export type JudgedItem = {
  readonly callId: string;
  readonly pairCallId: string | null;
  readonly unit: string;
  readonly sample: Sample;
  readonly item: Item;
  /** The same with the two answers swapped; null of a single answer. */
  readonly swapped: { readonly sample: Sample; readonly item: Item } | null;
  /** Characters of the answer; of a pair, by how many the first is longer. */
  readonly length: number;
  /** What people say; null where that is no yes or no, or they do not agree. */
  readonly people: boolean | null;
  /** Whether people agree on an answer that is neither. */
  readonly isUnread: boolean;
};

type Asked = InputOf<typeof measureGrader>;

/** Newest answered items that are looked at for some that the grader's model has not learned from. */
const MAX_ITEMS = 1000;

type Judged = { items: JudgedItem[]; learned: number };

/**
 * The newest items of the queue that somebody has answered, and whose calls are there, without those that a model of the grader was trained on; how many
 * those are is counted. Throws where grader and queue do not fit.
 */
export async function judgedItems(ctx: Ctx, grader: Grader, asked: Asked): Promise<Judged> {
  const { queueId, yesValues, answeredAfter = null, limit } = asked;
  const field = await fieldFor(ctx, grader, asked);
  const place = { projectId: ctx.project.id, queueId };
  const newest = await answeredItems(ctx.db, place, { answeredAfter, limit: MAX_ITEMS });
  const known = await learnedCalls(ctx, grader, newest.flatMap(callsOf));
  const isNew = (item: EvidenceItem) => !callsOf(item).some((callId) => known.has(callId));
  const items = newest.filter(isNew).slice(0, limit);
  const values = await valuesOfItems(ctx, { queueId, field, minAnswers: 1, items });
  const calls = await endedCalls(ctx, [...new Set(items.flatMap(callsOf))]);
  const judged = items.flatMap((item) => {
    const found = values.get(item.itemId);
    const said = found && "value" in found ? found.value : null;
    const people = field === VERDICT ? isFirstBetter(said) : isPeoplesYes(grader, said, yesValues);
    const isUnread = field !== VERDICT && said !== null && people === null;
    const asked = field === VERDICT ? ofPair(item, calls) : ofCall(calls.get(item.callId));
    return asked ? [{ ...asked, callId: item.callId, people, isUnread }] : [];
  });
  return { items: judged, learned: newest.filter((item) => !isNew(item)).length };
}

function callsOf({ callId, pairCallId }: EvidenceItem): string[] {
  return pairCallId === null ? [callId] : [callId, pairCallId];
}

async function fieldFor(ctx: Ctx, grader: Grader, { queueId, field }: Asked): Promise<EvidenceField> {
  if (field !== undefined) {
    if (!judgesPairs(grader)) return requireField(ctx, { queueId, field });
    throw invalid("field", "this grader compares two answers; leave field out, and name a queue of pairs");
  }
  await requireProject(ctx.db, ctx.actor, { path: ctx.project.path, permission: "answers:read" });
  const { kind } = await findEvidenceQueue(ctx, queueId);
  if (kind !== "pairwise")
    throw invalid("field", "say which question of the queue the grader is compared with");
  if (judgesPairs(grader)) return VERDICT;
  throw invalid(
    "queue_id",
    "this queue compares two answers; name {{item.first}} and {{item.second}} in the grader",
  );
}

function invalid(name: string, text: string) {
  return invalidAt(["body", name], { type: "value_error", text });
}

type Asks = Omit<JudgedItem, "callId" | "people" | "isUnread">;

/** People's answer is no part of what a grader sees, or it would repeat it. */
function ofCall(call: TrialCall | undefined): Asks | null {
  if (!call) return null;
  const { unit, sample, item } = call;
  return { unit, sample, item, pairCallId: null, swapped: null, length: sample.outputText.length };
}

function ofPair({ callId, pairCallId }: EvidenceItem, calls: ReadonlyMap<string, TrialCall>): Asks | null {
  const [first, second] = [calls.get(callId), calls.get(pairCallId ?? "")];
  if (!first || !second) return null;
  const [one, other] = [first.sample.outputText, second.sample.outputText];
  const { unit, item } = first;
  return {
    unit,
    pairCallId,
    sample: first.sample,
    item: { ...item, first: one, second: other },
    swapped: { sample: second.sample, item: { ...item, first: other, second: one } },
    length: one.length - other.length,
  };
}
