import type { EvidenceField } from "#lib/annotation/evidence/find-evidence-field.ts";
import type { Used } from "#lib/contract/datasets/sources.ts";
import { type ConsensusRule, type DatasetKind, USES_OF_KIND, type Use } from "#lib/contract/datasets/uses.ts";

/** What keeps a source from being used, at its place in the source. */
export type Wrong = { at: string[]; text: string };

export function isWrong<T extends object>(found: T | Wrong): found is Wrong {
  return "at" in found && "text" in found;
}

export function otherKind(given: DatasetKind, kind: DatasetKind): Wrong {
  return { at: ["kind"], text: `it holds rows of kind ${given}, and the dataset is of kind ${kind}` };
}

export function unfitUse(kind: DatasetKind, use: Use): Wrong | null {
  if (USES_OF_KIND[kind].includes(use)) return null;
  return {
    at: ["use"],
    text: `a dataset of kind ${kind} takes ${USES_OF_KIND[kind].join(", ")}, not ${use}`,
  };
}

/** Whether a value says how good a reply is by itself, or the recipe must say so. */
export function unfitRating(
  kind: DatasetKind,
  { use, goodIf }: Pick<Used, "use" | "goodIf">,
  field: Pick<EvidenceField, "isNumber"> | null,
): Wrong | null {
  if (use !== "ratings" || goodIf !== undefined || (kind === "reward" && field?.isNumber)) return null;
  const text =
    kind === "reward"
      ? 'only numbers are rewards by themselves; say which values are worth 1, such as {"eq": true}, and all others are worth 0'
      : 'say which values make a reply a good one, such as {"eq": true} or {"gte": 4}; all others make it a bad one';
  return { at: ["good_if"], text };
}

/** Only numbers have a mean. */
export function unfitRule(field: Pick<EvidenceField, "isNumber"> | null, rule: ConsensusRule): Wrong | null {
  if (rule !== "mean" || field?.isNumber) return null;
  return {
    at: ["consensus", "rule"],
    text: "only numbers have a mean; use majority, each, weighted or decided",
  };
}
