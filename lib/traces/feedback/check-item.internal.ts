import { normalizeRef, parseRef, type Ref } from "#lib/compat/refs/ref.ts";
import {
  CORRECTION_TYPE,
  PREFERENCE_TYPE,
  STRENGTHS,
  VERDICTS,
} from "#lib/contract/annotation/preference.ts";
import { type FeedbackItem, MAX_NOTE_CHARACTERS } from "#lib/contract/traces/feedback.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { namesOfEmoji } from "#lib/traces/feedback/emoji/emoji-names.internal.ts";
import type { SpecFinder } from "./annotation-specs.internal.ts";
import { SCORER_KEYS } from "./feedback-row.internal.ts";

type Payload = FeedbackItem["payload"];
/** Checks an item by the rules of its feedback type; returns the payload to store. */
type Rule = (item: FeedbackItem, name: string, findSpec: SpecFinder) => Payload;
type Kind = keyof typeof RULES;

/**
 * Holds an item against the rules of its type and gives the payload to store; throws `Rejected` with the reason. Whether an annotation's
 * value fits the schema of its spec is `findAnnotationFaults`' to say.
 */
export function checkItem(item: FeedbackItem, findSpec: SpecFinder): Payload {
  const { kind, name } = kindOf(item.feedbackType);
  for (const { field, kinds, isGiven } of LIMITED_FIELDS)
    if (isGiven(item) && !kinds.includes(kind))
      throw new Rejected(`${field} does not belong to feedback of type ${item.feedbackType}; leave it out`);
  requireConfidences(item);
  return RULES[kind](item, name, findSpec);
}

function kindOf(feedbackType: string): { kind: Kind; name: string } {
  for (const { prefix, kind } of NAMED_TYPES)
    if (feedbackType.startsWith(prefix)) return { kind, name: feedbackType.slice(prefix.length) };
  return { kind: TYPES[feedbackType] ?? "other", name: "" };
}

const NAMED_TYPES = [
  { prefix: "wandb.annotation.", kind: "annotation" },
  { prefix: "wandb.runnable.", kind: "runnable" },
] as const;

const TYPES: Record<string, Kind | undefined> = Object.assign(Object.create(null), {
  "wandb.reaction.1": "reaction",
  "wandb.note.1": "note",
  "wandb.agent_monitor": "agentMonitor",
  "wandb.agent_user_feedback": "agentUserFeedback",
  [PREFERENCE_TYPE]: "preference",
  [CORRECTION_TYPE]: "correction",
});

const RULES = {
  reaction: checkReaction,
  note: checkNote,
  annotation: checkAnnotation,
  runnable: checkRunnable,
  agentMonitor: checkAgentMonitor,
  agentUserFeedback: checkAgentUserFeedback,
  preference: checkPreference,
  correction: checkCorrection,
  other: ({ payload }: FeedbackItem) => payload,
} satisfies Record<string, Rule>;

/** Fields that only some types may carry. */
const LIMITED_FIELDS: { field: string; kinds: readonly Kind[]; isGiven: (item: FeedbackItem) => boolean }[] =
  [
    {
      field: "annotation_ref",
      kinds: ["annotation"],
      isGiven: ({ annotationRef }) => annotationRef !== undefined,
    },
    {
      field: "runnable_ref",
      kinds: ["runnable", "agentMonitor"],
      isGiven: ({ runnableRef }) => runnableRef !== undefined,
    },
    {
      field: "call_ref",
      kinds: ["runnable", "agentMonitor"],
      isGiven: ({ callRef }) => callRef !== undefined,
    },
    {
      field: "trigger_ref",
      kinds: ["runnable", "agentMonitor"],
      isGiven: ({ triggerRef }) => triggerRef !== undefined,
    },
    {
      field: "scorer_*",
      kinds: ["runnable", "agentMonitor", "agentUserFeedback"],
      isGiven: (item) => SCORER_KEYS.some((key) => Object.keys(item[key] ?? {}).length > 0),
    },
  ];

function requireConfidences({ scorerTagConfidences, scorerRatingConfidences }: FeedbackItem): void {
  for (const [key, confidence] of [
    ...Object.entries(scorerTagConfidences ?? {}),
    ...Object.entries(scorerRatingConfidences ?? {}),
  ])
    if (confidence < 0 || confidence > 1)
      throw new Rejected(`The confidence of ${key} is ${confidence}; it must be between 0 and 1`);
}

function checkReaction({ payload }: FeedbackItem): Payload {
  const names = typeof payload.emoji === "string" ? namesOfEmoji(payload.emoji) : null;
  if (!names) throw new Rejected("A reaction's payload must have exactly one emoji as `emoji`");
  return { ...payload, ...names };
}

function checkNote({ payload }: FeedbackItem): Payload {
  // Counted in characters as people see them typed, not in UTF-16 units.
  const length = typeof payload.note === "string" ? [...payload.note].length : 0;
  if (length < 1 || length > MAX_NOTE_CHARACTERS)
    throw new Rejected(
      `A note's payload must have \`note\`, a text of 1 to ${MAX_NOTE_CHARACTERS} characters; this one has ${length}`,
    );
  return payload;
}

function checkAnnotation(item: FeedbackItem, name: string, findSpec: SpecFinder): Payload {
  const { annotationRef, payload, feedbackType } = item;
  const ref = requireRef("annotation_ref", annotationRef, item);
  if (ref.kind !== "object") throw new Rejected(`annotation_ref ${annotationRef} must name an object`);
  requireName("annotation_ref", ref, { name, feedbackType });
  if (!Object.hasOwn(payload, "value")) throw new Rejected("An annotation's payload must have `value`");
  const spec = `${ref.entity}/${ref.project}` === item.projectId ? findSpec(annotationRef ?? "") : null;
  if (!spec) throw new Rejected(`Annotation ref ${annotationRef} not found in project ${item.projectId}`);
  return payload;
}

function checkRunnable(item: FeedbackItem, name: string): Payload {
  const { runnableRef, payload, feedbackType } = item;
  const ref = requireRef("runnable_ref", runnableRef, item);
  if (ref.kind !== "op" && ref.kind !== "object")
    throw new Rejected(`runnable_ref ${runnableRef} must name an op or an object`);
  requireName("runnable_ref", ref, { name, feedbackType });
  if (ref.kind === "op" || item.callRef !== undefined) requireCallRef(item);
  if (!Object.hasOwn(payload, "output")) throw new Rejected("A runnable's payload must have `output`");
  return payload;
}

function checkAgentMonitor(item: FeedbackItem): Payload {
  requireRef("runnable_ref", item.runnableRef, item);
  requireCallRef(item);
  requireRef("trigger_ref", item.triggerRef, item);
  return item.payload;
}

function checkAgentUserFeedback({ payload, scorerTags, feedbackType }: FeedbackItem): Payload {
  if (!scorerTags?.length) throw new Rejected(`Feedback of type ${feedbackType} needs scorer_tags`);
  return payload;
}

/** A preference is about two calls of one project: its own call, and the one that it names. */
function checkPreference(item: FeedbackItem): Payload {
  const { weaveRef, payload, projectId } = item;
  const first = requireCall("weave_ref", weaveRef, item);
  const secondRef = typeof payload.second_ref === "string" ? payload.second_ref : undefined;
  const second = requireCall("second_ref", secondRef, item);
  if (`${second.entity}/${second.project}` !== projectId)
    throw new Rejected(`second_ref ${secondRef} names a call of another project than ${projectId}`);
  if (second.name === first.name)
    throw new Rejected(
      `second_ref ${secondRef} is the same call that the preference is about; compare two calls`,
    );
  if (!VERDICTS.some((known) => known === payload.verdict))
    throw new Rejected(`A preference's payload must have \`verdict\`, one of ${VERDICTS.join(", ")}`);
  const { strength = null } = payload;
  if (strength !== null && !STRENGTHS.some((known) => known === strength))
    throw new Rejected(`The strength of a preference is one of ${STRENGTHS.join(", ")}, or null`);
  return { ...payload, second_ref: normalizeRef(secondRef ?? ""), strength };
}

function checkCorrection(item: FeedbackItem): Payload {
  const { weaveRef, payload } = item;
  requireCall("weave_ref", weaveRef, item);
  if (typeof payload.path !== "string" || !CALL_PATH.test(payload.path))
    throw new Rejected(
      "A correction's payload must have `path`, where the text stands in the call, such as `output`",
    );
  if (typeof payload.text !== "string")
    throw new Rejected("A correction's payload must have `text`, the corrected text");
  return payload;
}

const CALL_PATH = /^[^.]+(\.[^.]+)*$/;

function requireCall(field: string, text: string | undefined, item: FeedbackItem): Ref {
  const ref = requireRef(field, text, item);
  if (ref.kind !== "call") throw new Rejected(`${field} ${text} must name a call`);
  return ref;
}

function requireCallRef(item: FeedbackItem): void {
  requireCall("call_ref", item.callRef, item);
}

function requireRef(field: string, text: string | undefined, { feedbackType }: FeedbackItem): Ref {
  const ref = text === undefined ? null : parseRef(text);
  if (!ref) throw new Rejected(`Feedback of type ${feedbackType} needs ${field}`);
  return ref;
}

function requireName(
  field: string,
  ref: Ref,
  { name, feedbackType }: { name: string; feedbackType: string },
): void {
  if (ref.name !== name)
    throw new Rejected(`${field} names ${ref.name}, but the type is ${feedbackType}; the two must agree`);
}
