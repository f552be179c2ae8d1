import {
  type AnnotationField,
  optionLabel,
  optionsOfInput,
} from "#components/queues/parts/annotation-field.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";

/** Of passages and texts there is no value that most people gave. */
export function labelFields(fields: readonly AnnotationField[]): AnnotationField[] {
  return fields.filter(({ input }) => !["spans", "text", "group", "json"].includes(input.kind));
}

export function approvalFields(fields: readonly AnnotationField[]): AnnotationField[] {
  return fields.filter((field) => approvals(field).length > 0);
}

/** Numbers are rewards by themselves; of other values one must be the good one. */
export function ratingFields(fields: readonly AnnotationField[]): AnnotationField[] {
  return fields.filter((field) => isNumeric(field) || approvals(field).length > 0);
}

export function isNumeric({ input }: AnnotationField): boolean {
  return input.kind === "integer" || input.kind === "number";
}

/** The values of which one must be named for rows of such a kind; none where a value says by itself what is meant. */
export function valuesToName(
  field: AnnotationField | undefined,
  { taking, kind }: { taking: string; kind: DatasetKind },
): Approval[] {
  if (!field || !["approved", "ratings"].includes(taking)) return [];
  return kind === "reward" && isNumeric(field) ? [] : approvals(field);
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
