import { judgeQuestion } from "#components/graders/parts/own-judge.ts";
import { objectIdFrom } from "#components/queues/parts/annotation-field.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { type ConsensusRule, type DatasetKind, VALUE_MARK } from "#lib/contract/datasets/uses.ts";
import { valuesToName } from "./approvals.ts";
import { proposedReading, type Reading } from "./judged-answer.ts";
import { fieldsFor, isCompared, kindsOf, type Origin, originName, type Taking, takingsOf } from "./origin.ts";

/** A recipe over one origin as its dialog holds it; what was typed is text. */
export type DatasetDraft = {
  name: string;
  /** What the dataset is for. */
  kind: DatasetKind;
  taking: Taking;
  /** The field's reference; null where none fits. */
  field: string | null;
  /** What approves an answer, or makes a reply a good one: one of `approvals`. */
  approval: string | null;
  rule: ConsensusRule;
  minAnswers: string;
  /** Labels about the answer need it in the prompt. */
  turns: "before" | "whole";
  /** Of labels. */
  replyTemplate: string;
  /** What a judge is asked. */
  question: string;
  /** Of a queue: whether items about which reinforcement runs asked are taken too. */
  takesRunItems: boolean;
  heldOut: string;
  secrets: Recipe["secrets"]["action"];
  /** Whether rows with nearly the same words count as one. */
  isNearDropped: boolean;
  /** Whether prompts whose rows teach different labels are left out. */
  leavesConflicts: boolean;
  /** Whether rows whose answer rests on calls that they do not have are left out. */
  leavesMissingCalls: boolean;
  /** Whether rows with a question or an answer that says nothing are left out. */
  leavesEmpties: boolean;
  /** Whether what evaluation datasets hold is kept out. */
  isGuarded: boolean;
};

export function firstDraft(origin: Origin): DatasetDraft {
  const [kind = "sft"] = kindsOf(origin);
  const [taking = "corrections"] = takingsOf(origin, kind);
  const draft: DatasetDraft = {
    name: objectIdFrom(originName(origin)).replace(/^[^a-z0-9_]+/, "") || "dataset",
    kind,
    taking,
    field: null,
    approval: null,
    rule: "majority",
    minAnswers: "1",
    turns: "before",
    replyTemplate: VALUE_MARK,
    question: "",
    takesRunItems: false,
    heldOut: "15",
    secrets: "report",
    isNearDropped: false,
    leavesConflicts: false,
    leavesMissingCalls: false,
    leavesEmpties: false,
    isGuarded: true,
  };
  return withTaking(draft, taking, origin);
}

/** The draft for a dataset of another kind, with the first use that gives such rows. */
export function withKind(draft: DatasetDraft, kind: DatasetKind, origin: Origin): DatasetDraft {
  const offered = takingsOf(origin, kind);
  const taking = offered.find((one) => one === draft.taking) ?? offered[0] ?? "corrections";
  return withTaking({ ...draft, kind }, taking, origin);
}

/** The draft for another use, with the first field that fits it. */
export function withTaking(draft: DatasetDraft, taking: Taking, origin: Origin): DatasetDraft {
  const [first] = fieldsFor({ taking, kind: draft.kind }, origin);
  return withField({ ...draft, taking }, first?.ref ?? null, origin);
}

export function withField(draft: DatasetDraft, field: string | null, origin: Origin): DatasetDraft {
  const chosen = fieldsFor(draft, origin).find(({ ref }) => ref === field);
  const [first] = valuesToName(chosen, draft);
  const rules = rulesFor(draft, origin, field);
  const rule = rules.includes(draft.rule) ? draft.rule : "majority";
  const question = draft.taking === "judge" && chosen ? judgeQuestion(chosen) : draft.question;
  const turns = readingOf({ taking: draft.taking, kind: draft.kind, field }, origin)?.turns ?? draft.turns;
  return { ...draft, field, approval: first?.value ?? null, rule, question, turns };
}

/** What a model should read to learn the labels of the chosen question, and why; null where no labels are learned. */
export function readingOf(
  { taking, kind, field }: Pick<DatasetDraft, "taking" | "kind" | "field">,
  origin: Origin,
): Reading | null {
  const chosen = fieldsFor({ taking, kind }, origin).find(({ ref }) => ref === field);
  if (taking !== "labels" || !chosen || origin.kind !== "queue") return null;
  return proposedReading({ field: chosen, description: origin.queue.description });
}

/** A first draft of training rows for a judge. */
export function firstJudgeDraft(origin: Origin): DatasetDraft {
  const draft = withTaking(withKind(firstDraft(origin), "sft", origin), "judge", origin);
  return { ...draft, name: `${draft.name}-judge`.slice(0, 128) };
}

/** The ways to settle what holds: numbers have no most probable value, and only queues have decisions. */
export function rulesFor(
  { taking, kind }: Pick<DatasetDraft, "taking" | "kind">,
  origin: Origin,
  field: string | null,
): ConsensusRule[] {
  const input = fieldsFor({ taking, kind }, origin).find(({ ref }) => ref === field)?.input.kind;
  const isNumber = input === "integer" || input === "number";
  return [
    "majority",
    ...(isNumber ? (["mean"] as const) : []),
    ...(isNumber || ["liked", "thumbs"].includes(taking) ? [] : (["weighted"] as const)),
    "each",
    ...(origin.kind === "queue" ? (["decided"] as const) : []),
  ];
}

export type DraftFaults = {
  name?: string;
  heldOut?: string;
  minAnswers?: string;
  replyTemplate?: string;
  question?: string;
};

/** What keeps a draft from being sent, by field. */
export function draftFaults(draft: DatasetDraft): DraftFaults {
  const { name, heldOut, minAnswers, replyTemplate, taking, question } = draft;
  const share = shareOf(heldOut);
  const answers = Number(minAnswers);
  const isCounted = /^\d+$/.test(minAnswers.trim()) && answers >= 1 && answers <= 1000;
  return {
    ...(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name)
      ? {}
      : { name: "Use letters, digits, dots, dashes and underscores, at most 128 of them." }),
    ...(share >= 0 && share <= 0.9 ? {} : { heldOut: "Enter a number from 0 to 90." }),
    ...(isCounted || !isCompared(taking) ? {} : { minAnswers: "Enter a whole number from 1 to 1000." }),
    ...(replyTemplate.includes(VALUE_MARK) || taking !== "labels"
      ? {}
      : { replyTemplate: `Put ${VALUE_MARK} where the value belongs.` }),
    ...(taking === "judge" && question.trim() === "" ? { question: "Write what the judge is asked." } : {}),
  };
}

/** Whether each row teaches a value of a question, or an answer that somebody else wrote, so that two can contradict each other. */
export function canContradict(
  { taking }: Pick<DatasetDraft, "taking">,
  { kind }: Pick<Origin, "kind">,
): boolean {
  return isGivenRows(kind) || taking === "labels" || taking === "judge";
}

/** Whether somebody else made the rows. */
export function isGivenRows(kind: Origin["kind"]): boolean {
  return kind === "upload" || kind === "version";
}

export function shareOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")) / 100;
}
