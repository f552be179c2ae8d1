import { v4 as uuid } from "uuid";
import { callRef } from "#components/feedback/feedback-queries.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import type { Problems } from "./desk-handles.ts";
import type { DeskPlace } from "./desk-queries.ts";
import { type Act, type DeskState, type Held, heldOf, recordOf, stateOf, type Undo } from "./desk-state.ts";
import {
  asStored,
  type Draft,
  feedbackOf,
  idsOf,
  mayBeStored,
  problemsOf,
  reissued,
  setAnswer,
} from "./draft.ts";
import { askedFields } from "./field-conditions.ts";

/** Who leaves an item, and with what. */
export type Leaving = {
  place: DeskPlace;
  /** The annotator's name, as shown next to their feedback. */
  creator: string;
  queue: Pick<Queue, "requiredRefs" | "fieldRules" | "kind">;
  fields: readonly AnnotationField[];
  state: DeskState;
  held: Held;
  draft: Draft;
  /** The fields beside which a suggestion is in sight; null where that is not known. */
  suggestedRefs: readonly string[] | null;
  activeMs: number;
};

/** The problem of an item as a whole, beside those of the places on its form. */
export const NOTHING_SAID = "item";

/** What has to be put right before an item can be submitted; empty where nothing is in the way. */
export function obstaclesOf(leaving: Pick<Leaving, "draft" | "fields" | "queue">): Problems {
  const { draft, fields, queue } = settled(leaving);
  const problems = problemsOf(draft, fields, queue.requiredRefs);
  if (Object.keys(problems).length > 0) return problems;
  if (queue.kind === "pairwise" && draft.preference === null)
    return { [NOTHING_SAID]: "Say which of the two is better, or skip the pair." };
  const saysNothing = fields.length > 0 && idsOf(draft).length === 0;
  return saysNothing ? { [NOTHING_SAID]: "Answer at least one question, or skip the item." } : {};
}

/** The act of submitting; the draft must be free of obstacles. */
export function submission(open: Leaving): Act {
  const leaving = settled(open);
  const { place, held, draft, fields, creator } = leaving;
  const { projectId, queueId } = place;
  const { callId, pairCallId } = held.item;
  const weaveRef = callRef(projectId, callId);
  const pairRef = pairCallId === null ? null : callRef(projectId, pairCallId);
  const { feedback, replaced } = feedbackOf(draft, fields, {
    projectId,
    queueId,
    weaveRef,
    pairRef,
    creator,
  });
  const sent = { ...draft, isAttempted: true, isDirty: true };
  const suggestedRefs = leaving.suggestedRefs?.filter((one) => fields.some(({ ref }) => ref === one)) ?? null;
  return {
    ...actOf(leaving, "completed"),
    ...{ sent, kept: asStored(sent), feedback, replaced: [...replaced], suggestedRefs },
  };
}

/** With what is asked alone: an answer to a question that is not asked any more is taken back. */
function settled<L extends Pick<Leaving, "draft" | "fields" | "queue">>(leaving: L): L {
  const { draft, fields, queue } = leaving;
  const asked = askedFields(fields, queue.fieldRules, draft);
  const hidden = fields.filter((field) => !asked.includes(field));
  return {
    ...leaving,
    fields: asked,
    draft: hidden.reduce((said, { ref }) => setAnswer(said, ref, ""), draft),
  };
}

/** What is skipped has no answers: those that the server has go, and the draft stays in the browser. */
export function skipping(leaving: Leaving, skipReason: string | null): Act {
  const sent = takenBack(leaving.draft);
  const kept = { ...sent, replaced: [] };
  return { ...actOf(leaving, "skipped"), sent, kept, replaced: [...sent.replaced], skipReason };
}

/** Restores the last item with its answers; `act` undoes it on the server, if the server may have received it. */
export function takingBack(
  state: DeskState,
): { last: Undo; held: Held; draft: Draft; act: Act | null } | null {
  const last = state.undo.at(-1);
  const held = last ? heldOf(state, last.itemId) : null;
  if (!last || !held) return null;
  const waiting = state.acts.find(({ key }) => key === last.key);
  if (waiting && !waiting.isTried) return { last, held, draft: last.draft, act: null };
  const wasSubmitted = stateOf(state, held.item) === "completed";
  const draft = wasSubmitted ? takenBack({ ...last.draft, isAttempted: true }) : takenBack(last.draft);
  const act = {
    ...actOf({ state, held, draft, activeMs: 0 }, "in_progress"),
    kept: { ...draft, replaced: [] },
    replaced: [...draft.replaced],
  };
  return { last, held, draft, act };
}

/** Answers that the server may have come back under ids of their own; others never left. */
function takenBack(draft: Draft): Draft {
  return mayBeStored(draft) ? reissued(draft) : draft;
}

type Said = Pick<Leaving, "state" | "held" | "draft" | "activeMs">;

function actOf({ state, held, draft, activeMs }: Said, to: Act["state"]): Act {
  return {
    key: uuid(),
    seq: Math.max(Date.now(), (state.acts.at(-1)?.seq ?? 0) + 1),
    held,
    state: to,
    revision: recordOf(state, held.item.id).base ?? held.own.revision,
    sent: draft,
    kept: draft,
    feedback: [],
    replaced: [],
    suggestedRefs: null,
    skipReason: null,
    activeMs: Math.round(activeMs),
    isTried: false,
  };
}
