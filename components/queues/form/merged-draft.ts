import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { QueueFormDraft } from "#components/queues/parts/queue-draft.ts";

type Part = keyof QueueFormDraft;

/** What is in the form once somebody else's change of the queue is in it. */
export type MergedDraft = {
  draft: QueueFormDraft;
  /** What only they changed: theirs stands in the form. */
  taken: readonly string[];
  /** What both changed to something else: what was entered here stands in the form. */
  contested: readonly Contested[];
  /** The queue as they left it, from which the contested parts can be taken. */
  theirs: QueueFormDraft;
};

/** Parts of the form that are one thing for a person. */
export type Contested = { name: string; parts: readonly Part[] };

/** Parts of the form that are one thing for a person have one name. */
const NAMES: { [P in Part]: string } = {
  name: "the name",
  description: "the guidelines",
  kind: "what an item is",
  fields: "the questions",
  requiredRefs: "which questions are required",
  fieldRules: "when questions are asked and which answers are proposed",
  isForAnyone: "who annotates",
  annotatorIds: "who annotates",
  rule: "how many people answer an item",
  annotators: "how many people answer an item",
  sharePercent: "how many people answer an item",
  isStrict: "whether extra answers are accepted",
  minAgreement: "the agreement below which it is reported",
  reservationMinutes: "how long items are reserved",
  isBlind: "whether others’ answers are shown",
  itemOrder: "the order",
  showsSuggestions: "whether suggestions are shown",
  skipPolicy: "what happens to skipped items",
  skipReasons: "the reasons to skip",
  requiresSkipReason: "whether a reason is required",
};

/**
 * What was entered, `mine`, over a queue that somebody has changed from `base` to `theirs` since. Nothing that was entered is lost, and
 * of a question that has a new version since, that version is asked.
 */
export function mergedDraft(base: QueueFormDraft, mine: QueueFormDraft, theirs: QueueFormDraft): MergedDraft {
  const withNew = (draft: QueueFormDraft) => withNewVersions(draft, base.fields, theirs.fields);
  const [from, entered] = [withNew(base), withNew(mine)];
  const [taken, contested]: [Part[], Part[]] = [[], []];
  let draft = entered;
  for (const part of partsOf(theirs)) {
    const isSame = (a: QueueFormDraft, b: QueueFormDraft) => keyOf(a[part]) === keyOf(b[part]);
    const isMine = !isSame(from, entered);
    if (!isMine) draft = { ...draft, [part]: theirs[part] };
    if (isMine && !isSame(from, theirs) && !isSame(entered, theirs)) contested.push(part);
    else if (!isSame(base, theirs)) taken.push(part);
  }
  const named = [...Map.groupBy(contested, (part) => NAMES[part])];
  return { draft, taken: namesOf(taken), contested: named.map(([name, parts]) => ({ name, parts })), theirs };
}

/** Of one draft these parts alone. */
export function partsFrom(draft: QueueFormDraft, parts: readonly Part[]): Partial<QueueFormDraft> {
  return Object.fromEntries(parts.map((part) => [part, draft[part]]));
}

function partsOf(draft: QueueFormDraft): Part[] {
  return Object.keys(draft) as Part[];
}

function namesOf(parts: readonly Part[]): string[] {
  return [...new Set(parts.map((part) => NAMES[part]))];
}

function keyOf(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function withNewVersions(
  draft: QueueFormDraft,
  before: readonly AnnotationField[],
  after: readonly AnnotationField[],
): QueueFormDraft {
  const newer = new Map<string, AnnotationField>();
  for (const field of before) {
    const now = after.find(({ objectId }) => objectId === field.objectId);
    if (now && !after.some(({ ref }) => ref === field.ref)) newer.set(field.ref, now);
  }
  const nowOf = (ref: string) => newer.get(ref)?.ref ?? ref;
  return {
    ...draft,
    fields: draft.fields.map((field) => newer.get(field.ref) ?? field),
    requiredRefs: draft.requiredRefs.map(nowOf),
    fieldRules: draft.fieldRules.map((rule) => ({
      ...rule,
      fieldRef: nowOf(rule.fieldRef),
      whenRef: rule.whenRef === null ? null : nowOf(rule.whenRef),
    })),
  };
}
