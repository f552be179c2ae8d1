import type { Ctx } from "#lib/access/context.ts";
import { requireProject } from "#lib/access/permissions/require-project.ts";
import {
  type EvidenceField,
  fieldOf,
  findEvidenceQueue,
  VERDICT,
} from "#lib/annotation/evidence/find-evidence-field.ts";
import {
  decisionsOfItems,
  type EvidenceItem,
  itemsOfCalls,
  saidOfItems,
} from "#lib/annotation/evidence/items-with-evidence.ts";
import { isDict } from "#lib/contract/fields.ts";
import { isRefusal } from "#lib/datasets/candidate.ts";
import { itemConsensus } from "#lib/datasets/consensus/item-consensus.ts";
import { Unscored } from "#lib/evaluation/graders/grade-result.ts";
import type { HumanAsk } from "#lib/evaluation/graders/services.ts";
import { Forbidden, NotFound } from "#lib/platform/errors.ts";

/** What people said of a call. Throws `Unscored` where nobody did, or they do not agree. */
export async function humanValue(
  ctx: Ctx,
  { callId, queueId, field, minAnswers }: HumanAsk,
): Promise<unknown> {
  try {
    const values = await humanValues(ctx, { queueId, field, minAnswers, callIds: [callId] });
    const found = values.get(callId);
    if (!found) throw new Unscored("no_answer", `Nobody has answered about the call in the queue ${queueId}`);
    if ("missing" in found) throw found.missing;
    return found.value;
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden)
      throw new Unscored("not_available", error.message);
    throw error;
  }
}

/** Something that people said by which a value holds. */
export type SaidBy = { kind: "answer" | "decision"; id: string; userId: string };
export type HumanValue =
  | { readonly value: unknown; readonly evidence: readonly SaidBy[] }
  | { readonly missing: Unscored };

/** What people's answer is worth as a score: numbers as they are, yes 1 and no 0; null for words, and where there is none. */
export function worthOf(human: HumanValue | null): number | null {
  if (!human || !("value" in human)) return null;
  const { value } = human;
  if (typeof value === "number") return value;
  return typeof value === "boolean" ? Number(value) : null;
}

type Asked = { queueId: string; field: string; minAnswers: number };

/** What people said of each call that the queue has. Throws `NotFound`. */
export async function humanValues(
  ctx: Ctx,
  { callIds, ...asked }: Asked & { callIds: readonly string[] },
): Promise<Map<string, HumanValue>> {
  const field = await requireField(ctx, asked);
  const items = await itemsOfCalls(ctx.db, { projectId: ctx.project.id, queueId: asked.queueId }, callIds);
  const values = await valuesOfItems(ctx, { ...asked, field, items });
  return new Map(
    items.flatMap(({ itemId, callId }) => [[callId, values.get(itemId) ?? missing(0, 1)] as const]),
  );
}

type OfItems = { queueId: string; field: EvidenceField; minAnswers: number; items: readonly EvidenceItem[] };

/** What people said of each item: what a lead decided, else the mean of numbers, else what most said; of a pair, its verdict. What is retracted is as if nobody had said it. */
export async function valuesOfItems(
  { db, project }: Ctx,
  { queueId, field, minAnswers, items }: OfItems,
): Promise<Map<string, HumanValue>> {
  const place = { projectId: project.id, queueId };
  const isVerdict = field === VERDICT;
  const wanted = isVerdict ? ({ kind: "verdict" } as const) : ({ kind: "field", refs: field.refs } as const);
  const answers = (await saidOfItems(db, place, { items, wanted })).filter(stands);
  const said = Map.groupBy(answers, ({ itemId }) => itemId);
  const itemIds = items.map(({ itemId }) => itemId);
  const decisions = (await decisionsOfItems(db, place, { itemIds, refs: field.refs })).filter(stands);
  const decided = new Map(decisions.map((one) => [one.itemId, one]));
  const read = (value: unknown) => (isVerdict && isDict(value) ? value.verdict : value);
  return new Map(
    itemIds.map((itemId) => {
      const votes = (said.get(itemId) ?? []).flatMap(({ value, feedbackId, userId }) =>
        votesOf(field, read(value), { kind: "answer", id: feedbackId, userId }),
      );
      const decision = decided.get(itemId);
      const by = { kind: "decision", id: itemId, userId: decision?.decidedBy ?? "" } as const;
      const [lead = null] = decision ? votesOf(field, read(decision.value), by) : [];
      return [itemId, standingValue(field, { votes, lead, minAnswers })];
    }),
  );
}

type Vote = { value: string | number; by: SaidBy };

/** One where the value is the field's, and none otherwise. */
function votesOf(field: EvidenceField, said: unknown, by: SaidBy): Vote[] {
  const value = field.read(said);
  return value === null ? [] : [{ value, by }];
}

function stands({ isRetracted }: { isRetracted: boolean }): boolean {
  return !isRetracted;
}

/** Throws `NotFound`, or `Forbidden` for who may not read people's answers. */
export async function requireField(
  ctx: Ctx,
  { queueId, field: ref }: { queueId: string; field: string },
): Promise<EvidenceField> {
  await requireProject(ctx.db, ctx.actor, { path: ctx.project.path, permission: "answers:read" });
  const field = fieldOf(await findEvidenceQueue(ctx, queueId), ref);
  if (field) return field;
  throw new NotFound(`The queue ${queueId} has no field ${ref} whose values can be compared`);
}

type Votes = { votes: readonly Vote[]; lead: Vote | null; minAnswers: number };

function standingValue(field: EvidenceField, { votes, lead, minAnswers }: Votes): HumanValue {
  if (field.isNumber) return meanOf(lead === null ? votes : [lead], lead === null ? minAnswers : 1);
  const rule = { rule: "majority", minAnswers, minShare: 0.5, minPosterior: 0 } as const;
  const values = votes.map(({ value }) => String(value));
  const decided = lead === null ? null : String(lead.value);
  const [outcome] = itemConsensus({ values, decided, posterior: null }, rule);
  if (outcome === undefined || votes.length + Number(lead !== null) === 0) return missing(0, minAnswers);
  if (!isRefusal(outcome)) {
    const voters = outcome.voters.flatMap((place) => votes[place]?.by ?? []);
    return { value: JSON.parse(outcome.value), evidence: lead === null ? voters : [lead.by, ...voters] };
  }
  if (outcome.reason === "too_few_answers") return missing(votes.length, minAnswers);
  return { missing: new Unscored("disagreement", `People do not agree: ${outcome.detail}`) };
}

function meanOf(votes: readonly Vote[], minAnswers: number): HumanValue {
  if (votes.length < minAnswers) return missing(votes.length, minAnswers);
  const sum = votes.reduce((total, { value }) => total + Number(value), 0);
  return { value: sum / votes.length, evidence: votes.map(({ by }) => by) };
}

function missing(found: number, wanted: number): HumanValue {
  const text = found === 0 ? "Nobody has answered yet" : `${found} of ${wanted} answers are there`;
  return { missing: new Unscored("no_answer", text) };
}
