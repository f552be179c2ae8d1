import type { EvidenceQueue } from "#lib/annotation/evidence/find-evidence-field.ts";
import type { EvidenceWanted } from "#lib/annotation/evidence/items-with-evidence.ts";
import { normalizeRef } from "#lib/compat/refs/ref.ts";
import { CORRECTION_TYPE, PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { QueueSource } from "#lib/contract/datasets/sources.ts";
import { consensusOf, type DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { FeedbackItem } from "#lib/contract/traces/feedback.ts";
import { type Candidate, refusal, type SplitUnit } from "#lib/datasets/candidate.ts";
import { candidatesOf, type SourceFacts, textOf } from "#lib/datasets/rows/candidates-of.ts";
import type { Said, SourceItem } from "#lib/datasets/rows/source-item.ts";
import { valueReader } from "#lib/datasets/sources/build-candidates.ts";
import { usedField } from "#lib/datasets/sources/find-source.internal.ts";
import { wantedOf } from "#lib/datasets/sources/read-queue-items.internal.ts";

/** An item with one annotator's answer that has not been sent. */
export type AnsweredItem = Pick<SourceItem, "itemId" | "addedAt" | "call" | "other" | "isFlagged"> & {
  feedback: readonly FeedbackItem[];
  userId: string;
  /** Whether a reinforcement run asked about it. */
  isAskedByRun: boolean;
  /** Whether more than one answer is wanted, or may be. */
  isForSeveral: boolean;
  /** Whether a retraction means what the annotator says of the item now. */
  isRetracted: boolean;
};

type Answered = { candidates: Candidate[]; units: SplitUnit[]; isShared: boolean };

/** What the answer comes to in each source of the recipe that reads the queue. */
export function answerCandidates(
  item: AnsweredItem,
  queue: EvidenceQueue,
  { kind, recipe }: { kind: DatasetKind; recipe: Recipe },
): Answered {
  const made: Answered = { candidates: [], units: [], isShared: false };
  for (const [index, source] of recipe.sources.entries()) {
    if (source.kind !== "queue" || source.queueId !== queue.id) continue;
    const field = usedField(queue, source);
    const read = valueReader({ used: source, field });
    const all = saidIn(item, wantedOf({ source, field }));
    const [said, retracted] = item.isRetracted ? [[], all.map(({ evidence }) => evidence)] : [all, []];
    const facts = {
      used: source,
      read,
      posteriors: ownPosteriors(item.itemId, said, read),
      range: field?.range ?? null,
    };
    const isOfRun = item.isAskedByRun && !source.takesRunItems;
    const alone = { ...item, isOfRun, isSkipped: false, said, retracted, decision: null };
    const { candidates, unit } = candidatesOf(alone, { source: index, facts, recipe, kind });
    // People whose answers are retracted learn it before they say anything.
    const isSilenced = item.isRetracted && !item.isFlagged && all.length === 0 && source.use !== "questions";
    const silenced = { source: index, itemId: item.itemId, outcome: refusal("retracted") };
    made.candidates.push(...(isSilenced && !isOfRun ? [silenced] : candidates));
    made.units.push(unit);
    made.isShared ||= source.use !== "questions" && (item.isForSeveral || isWeighed(source));
  }
  return made;
}

/** Of several pieces of feedback about the same, the last counts. */
function saidIn({ feedback, userId }: AnsweredItem, wanted: EvidenceWanted): Said[] {
  const last = feedback.findLast((one) => isWanted(one, wanted));
  if (!last) return [];
  const value = wanted.kind === "field" ? last.payload.value : last.payload;
  return [{ value, evidence: { kind: "answer", id: last.id ?? "", userId, hash: Buffer.alloc(0) } }];
}

function isWanted({ feedbackType, annotationRef }: FeedbackItem, wanted: EvidenceWanted): boolean {
  if (wanted.kind === "correction") return feedbackType === CORRECTION_TYPE;
  if (wanted.kind === "verdict") return feedbackType === PREFERENCE_TYPE;
  return annotationRef !== undefined && wanted.refs.includes(normalizeRef(annotationRef));
}

/** How reliable people are is known of all items together; here the only answer is taken for the most probable one. */
function ownPosteriors(
  itemId: string,
  said: readonly Said[],
  read: SourceFacts["read"],
): SourceFacts["posteriors"] {
  const values = said.flatMap(({ value }) => textOf(read(value)) ?? []);
  return new Map([[itemId, new Map(values.map((value) => [value, 1]))]]);
}

function isWeighed(source: QueueSource): boolean {
  return ["weighted", "decided"].includes(consensusOf(source).rule);
}
