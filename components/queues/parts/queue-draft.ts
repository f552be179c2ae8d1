import type { FieldRule } from "#lib/contract/annotation/field-rules.ts";
import type { ItemOrder, QueueKind, SkipPolicy } from "#lib/contract/annotation/queue-settings.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import type { AnnotationField } from "./annotation-field.ts";
import type { QueueDraft } from "./queue-queries.ts";

/** How many people answer each item. */
export const RULES = ["one", "several", "share", "everybody"] as const;
export type Rule = (typeof RULES)[number];

/** What stands in the form of a queue, numbers as they were typed. */
export type QueueFormDraft = {
  name: string;
  description: string;
  kind: QueueKind;
  fields: readonly AnnotationField[];
  requiredRefs: readonly string[];
  fieldRules: readonly FieldRule[];
  /** Everyone who may annotate in the project; otherwise only those named. */
  isForAnyone: boolean;
  annotatorIds: readonly string[];
  rule: Rule;
  annotators: string;
  sharePercent: string;
  isStrict: boolean;
  /** Empty for none. */
  minAgreement: string;
  reservationMinutes: string;
  isBlind: boolean;
  itemOrder: ItemOrder;
  showsSuggestions: boolean;
  skipPolicy: SkipPolicy;
  /** One a line. */
  skipReasons: string;
  requiresSkipReason: boolean;
};

export const NEW_QUEUE: QueueFormDraft = {
  name: "",
  description: "",
  kind: "single",
  fields: [],
  requiredRefs: [],
  fieldRules: [],
  isForAnyone: true,
  annotatorIds: [],
  rule: "one",
  annotators: "2",
  sharePercent: "20",
  isStrict: false,
  minAgreement: "",
  reservationMinutes: "10",
  isBlind: true,
  itemOrder: "oldest",
  showsSuggestions: false,
  skipPolicy: "others",
  skipReasons: "",
  requiresSkipReason: false,
};

/** A queue as its form shows it; `fields` are those it asks for. */
export function draftOf(queue: Queue, fields: readonly AnnotationField[]): QueueFormDraft {
  const { annotatorsPerItem, overlapShare } = queue;
  return {
    name: queue.name,
    description: queue.description,
    kind: queue.kind,
    fields,
    requiredRefs: queue.requiredRefs,
    fieldRules: queue.fieldRules,
    isForAnyone: queue.annotatorIds.length === 0,
    annotatorIds: queue.annotatorIds,
    rule: ruleOf(queue),
    annotators: String(Math.max(2, annotatorsPerItem ?? 2)),
    sharePercent: overlapShare === null ? NEW_QUEUE.sharePercent : String(round(overlapShare * 100)),
    isStrict: queue.isStrict,
    minAgreement: queue.minAgreement === null ? "" : String(queue.minAgreement),
    reservationMinutes: String(queue.reservationMinutes),
    isBlind: queue.isBlind,
    itemOrder: queue.itemOrder,
    showsSuggestions: queue.showsSuggestions,
    skipPolicy: queue.skipPolicy,
    skipReasons: queue.skipReasons.join("\n"),
    requiresSkipReason: queue.requiresSkipReason,
  };
}

/** Which of the rules a queue follows. */
export function ruleOf({
  annotatorsPerItem,
  overlapShare,
}: Pick<Queue, "annotatorsPerItem" | "overlapShare">): Rule {
  if (annotatorsPerItem === null) return "everybody";
  if (annotatorsPerItem === 1) return "one";
  return overlapShare === null || overlapShare === 1 ? "several" : "share";
}

/** The names of what a person can put right in the form, as the service names the fields. */
export type DraftProblems = Partial<
  Record<
    | "name"
    | "field_rules"
    | "annotator_ids"
    | "annotators_per_item"
    | "overlap_share"
    | "min_agreement"
    | "reservation_minutes",
    string
  >
>;

/** What would be refused, and what to do about it, by the service's name of the field. */
export function draftProblems(draft: QueueFormDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (!draft.name.trim()) problems.name = "Enter a name for the queue.";
  const halfMade = draft.fieldRules.flatMap((rule) => conditionProblem(rule, draft.fields) ?? [])[0];
  if (halfMade) problems.field_rules = halfMade;
  if (!draft.isForAnyone && draft.annotatorIds.length === 0)
    problems.annotator_ids = "Choose at least one person, or let anyone annotate.";
  if (draft.rule === "several" || draft.rule === "share") {
    if (!isWithin(draft.annotators, 2, 100))
      problems.annotators_per_item = "Enter a whole number from 2 to 100.";
  }
  if (draft.rule === "share" && !isShare(draft.sharePercent))
    problems.overlap_share = "Enter a number above 0 and below 100.";
  if (draft.rule !== "one" && draft.minAgreement.trim() !== "" && !isAgreement(draft.minAgreement))
    problems.min_agreement = "Enter a number above 0 and up to 1, or nothing.";
  if (!isWithin(draft.reservationMinutes, 1, 1440))
    problems.reservation_minutes = "Enter whole minutes from 1 to 1,440 (one day).";
  return problems;
}

/** A question that depends on another one has to say on which of its answers; null where it does, or where either is not asked. */
export function conditionProblem(
  { fieldRef, whenRef, whenValues }: FieldRule,
  fields: readonly AnnotationField[],
): string | null {
  const asked = fields.find(({ ref }) => ref === fieldRef);
  const decider = fields.find(({ ref }) => ref === whenRef);
  if (!asked || !decider || whenValues.length > 0) return null;
  return `Choose after which answers to “${decider.name}” the question “${asked.name}” is asked, or ask it always.`;
}

/** What is sent for a draft that has no problems. */
export function queueOf(draft: QueueFormDraft): QueueDraft {
  const scorerRefs = draft.fields.map(({ ref }) => ref);
  return {
    name: draft.name.trim(),
    description: draft.description,
    kind: draft.kind,
    scorerRefs,
    requiredRefs: draft.requiredRefs.filter((ref) => scorerRefs.includes(ref)),
    fieldRules: sentRules(draft.fieldRules, scorerRefs),
    annotatorIds: draft.isForAnyone ? [] : [...draft.annotatorIds],
    annotatorsPerItem: annotatorsFor(draft),
    overlapShare: draft.rule === "share" ? Number(draft.sharePercent) / 100 : 1,
    isStrict: draft.isStrict,
    minAgreement: draft.rule === "one" ? 0 : Number(draft.minAgreement),
    reservationMinutes: Number(draft.reservationMinutes),
    isBlind: draft.isBlind,
    itemOrder: draft.itemOrder,
    showsSuggestions: draft.kind === "single" && draft.showsSuggestions,
    skipPolicy: draft.skipPolicy,
    skipReasons: reasonsIn(draft.skipReasons),
    requiresSkipReason: draft.requiresSkipReason,
  };
}

/** Those about what is asked; one that says nothing any more is left out. */
function sentRules(rules: readonly FieldRule[], refs: readonly string[]): QueueDraft["fieldRules"] {
  return rules.flatMap(({ fieldRef, whenRef, whenValues, defaultValue = null }) => {
    const condition =
      whenRef !== null && refs.includes(whenRef) && whenValues.length > 0 ? { whenRef, whenValues } : null;
    if (!refs.includes(fieldRef) || (condition === null && defaultValue === null)) return [];
    return [{ fieldRef, whenValues: [], ...condition, ...(defaultValue === null ? {} : { defaultValue }) }];
  });
}

/** 0 asks everybody. */
function annotatorsFor({ rule, annotators }: QueueFormDraft): number {
  if (rule === "everybody") return 0;
  return rule === "one" ? 1 : Number(annotators);
}

/** The reasons of a text, one a line, each once. */
export function reasonsIn(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
}

/** Whether saving one would do the same as saving the other. */
export function isSameDraft(a: QueueFormDraft, b: QueueFormDraft): boolean {
  return JSON.stringify(queueOf(a)) === JSON.stringify(queueOf(b));
}

function isWithin(text: string, min: number, max: number): boolean {
  const value = Number(text);
  return /^\d+$/.test(text.trim()) && value >= min && value <= max;
}

function isShare(text: string): boolean {
  const value = Number(text);
  return /^\d+(\.\d+)?$/.test(text.trim()) && value > 0 && value < 100;
}

function isAgreement(text: string): boolean {
  const value = Number(text);
  return value > 0 && value <= 1;
}

/** Shares come from percents and go back to them without a tail of nines. */
function round(percent: number): number {
  return Math.round(percent * 1e6) / 1e6;
}
