import {
  type AnnotationField,
  objectIdFrom,
  optionLabel,
  optionsOfInput,
} from "#components/queues/parts/annotation-field.ts";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import {
  CONSENSUS_RULES,
  type ConsensusRule,
  type DatasetKind,
  USES_OF_KIND,
  type Use,
} from "#lib/contract/datasets/uses.ts";
import * as z from "#lib/contract/zod.ts";

/** A recipe over one queue as its dialog holds it; what was typed is text. */
export type DatasetDraft = {
  name: string;
  use: Use;
  /** The field's reference; null where none fits. */
  field: string | null;
  /** What approves an answer: one of `approvals`. */
  approval: string | null;
  rule: ConsensusRule;
  /** Labels about the answer need it in the prompt. */
  turns: "before" | "whole";
  heldOut: string;
};

/** What can be taken from a queue: from pairs which is better, else what people said of single answers. */
export function usesOf(queue: { kind: string }, fields: readonly AnnotationField[]): Use[] {
  if (queue.kind === "pairwise") return ["pairs"];
  const ofField: Use[] = [
    ...(labelFields(fields).length > 0 ? ["labels" as const] : []),
    ...(approvalFields(fields).length > 0 ? ["approved" as const] : []),
  ];
  return [...ofField, "corrections", "corrected"];
}

export function fieldsFor(use: Use, fields: readonly AnnotationField[]): AnnotationField[] {
  if (use === "labels") return labelFields(fields);
  return use === "approved" ? approvalFields(fields) : [];
}

/** Of passages and texts there is no value that most people gave. */
function labelFields(fields: readonly AnnotationField[]): AnnotationField[] {
  return fields.filter(({ input }) => !["spans", "text", "group", "json"].includes(input.kind));
}

function approvalFields(fields: readonly AnnotationField[]): AnnotationField[] {
  return fields.filter((field) => approvals(field).length > 0);
}

export type Approval = { value: string; label: string; keepIf: { eq: unknown } | { gte: number } };

/** The values of a field that can mean that an answer is good. */
export function approvals({ input }: AnnotationField): Approval[] {
  if (input.kind === "boolean")
    return [true, false].map((eq) => ({ value: String(eq), label: eq ? "Yes" : "No", keepIf: { eq } }));
  if (input.kind === "choice")
    return optionsOfInput(input).map((option) => ({
      value: option.value,
      label: optionLabel(option),
      keepIf: { eq: option.value },
    }));
  if ((input.kind === "integer" || input.kind === "number") && input.max !== null)
    return atLeast(input.min ?? 0, input.max).map((gte) => ({
      value: String(gte),
      label: `${gte} or more`,
      keepIf: { gte },
    }));
  return [];
}

const MOST_STEPS = 20;

/** From the best value down. */
function atLeast(min: number, max: number): number[] {
  const steps = Math.min(MOST_STEPS, Math.floor(max) - Math.ceil(min));
  return Array.from({ length: Math.max(0, steps) + 1 }, (_, down) => Math.floor(max) - down);
}

export function firstDraft(
  queue: { name: string; kind: string },
  fields: readonly AnnotationField[],
): DatasetDraft {
  const [use = "corrections"] = usesOf(queue, fields);
  const draft: DatasetDraft = {
    name: objectIdFrom(queue.name).replace(/^[^a-z0-9_]+/, "") || "dataset",
    use,
    field: null,
    approval: null,
    rule: "majority",
    turns: "before",
    heldOut: "15",
  };
  return withUse(draft, use, fields);
}

/** The draft for another use, with the first field that fits it. */
export function withUse(draft: DatasetDraft, use: Use, fields: readonly AnnotationField[]): DatasetDraft {
  const [first] = fieldsFor(use, fields);
  return withField({ ...draft, use }, first?.ref ?? null, fields);
}

export function withField(
  draft: DatasetDraft,
  field: string | null,
  fields: readonly AnnotationField[],
): DatasetDraft {
  const chosen = fields.find(({ ref }) => ref === field);
  const [first] = chosen && draft.use === "approved" ? approvals(chosen) : [];
  return { ...draft, field, approval: first?.value ?? null };
}

export function kindOf(use: Use): DatasetKind {
  return USES_OF_KIND.preference.includes(use) ? "preference" : "sft";
}

/** Whether several answers to one item can be compared. */
export function isCompared(use: Use): boolean {
  return use === "labels" || use === "approved" || use === "pairs";
}

/** Estimating how reliable people are needs more than a dialog says, and a mean needs numbers. */
export const OFFERED_RULES = CONSENSUS_RULES.filter((rule) => rule !== "weighted" && rule !== "mean");

export type DraftFaults = { name?: string; heldOut?: string };

/** What keeps a draft from being sent, by field. */
export function draftFaults({ name, heldOut }: DatasetDraft): DraftFaults {
  const share = shareOf(heldOut);
  return {
    ...(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name)
      ? {}
      : { name: "Use letters, digits, dots, dashes and underscores, at most 128 of them." }),
    ...(share >= 0 && share <= 0.9 ? {} : { heldOut: "Enter a number from 0 to 90." }),
  };
}

function shareOf(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")) / 100;
}

/** The recipe that a draft describes; null while something is missing or wrong. */
export function recipeOf(
  draft: DatasetDraft,
  queueId: string,
  fields: readonly AnnotationField[],
): Recipe | null {
  const { use, field, rule, turns, heldOut } = draft;
  const chosen = fields.find(({ ref }) => ref === field);
  if (draftFaults(draft).heldOut || (fieldsFor(use, fields).length > 0 && !chosen)) return null;
  const approval =
    chosen && use === "approved"
      ? approvals(chosen).find(({ value }) => value === draft.approval)
      : undefined;
  if (use === "approved" && !approval) return null;
  // What it does not say is as the contract has it.
  return z.decode(Recipe, {
    sources: [
      {
        kind: "queue",
        queue_id: queueId,
        use,
        ...(chosen ? { field: chosen.ref } : {}),
        ...(approval ? { keep_if: approval.keepIf } : {}),
        ...(isCompared(use) ? { consensus: { rule } } : {}),
      },
    ],
    ...(use === "labels" ? { prompt: { turns } } : {}),
    split: { held_out: shareOf(heldOut) },
  });
}
