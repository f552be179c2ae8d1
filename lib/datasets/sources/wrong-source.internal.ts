import type { EvidenceField } from "#lib/annotation/evidence/find-evidence-field.ts";
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

/** Only numbers have a mean. */
export function unfitRule(field: Pick<EvidenceField, "isNumber"> | null, rule: ConsensusRule): Wrong | null {
  if (rule !== "mean" || field?.isNumber) return null;
  return {
    at: ["consensus", "rule"],
    text: "only numbers have a mean; use majority, each, weighted or decided",
  };
}
