import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import type { Selection } from "#lib/contract/datasets/sources.ts";
import { type DatasetKind, USES_OF_KIND, type Use } from "#lib/contract/datasets/uses.ts";
import { approvalFields, labelFields } from "./approvals.ts";

/** What a dataset is about to be made from: the answers in a queue, or what a list has selected or shows. */
export type Origin =
  | { kind: "upload"; fileId: string; filename: string; hasPairs: boolean }
  | { kind: "queue"; queue: Pick<Queue, "id" | "name" | "kind">; fields: readonly AnnotationField[] }
  | {
      kind: "calls" | "threads" | "feedback";
      /** `12 selected calls` */
      words: string;
      selection: Selection;
    };

/**
 * What can be learned from an origin; `recorded` and `liked` are recorded answers, all of them or those with a thumb up;
 * `rows` and `pair_rows` are those of a file.
 */
export type Taking = Use | "recorded" | "liked" | "votes" | "rows" | "pair_rows";

export function takingsOf(origin: Origin): Taking[] {
  if (origin.kind === "upload") return origin.hasPairs ? ["pair_rows", "rows"] : ["rows", "pair_rows"];
  if (origin.kind !== "queue") return [...TAKINGS_OF_LIST[origin.kind]];
  if (origin.queue.kind === "pairwise") return ["pairs"];
  return [
    ...(labelFields(origin.fields).length > 0 ? (["labels"] as const) : []),
    ...(approvalFields(origin.fields).length > 0 ? (["approved"] as const) : []),
    "corrections",
    "corrected",
  ];
}

const TAKINGS_OF_LIST = {
  calls: ["recorded", "liked", "corrections", "corrected", "votes"],
  threads: ["recorded", "liked"],
  feedback: ["liked", "corrections", "corrected", "votes"],
} as const;

export function kindOf(taking: Taking): DatasetKind {
  return taking === "votes" || taking === "pair_rows" || USES_OF_KIND.preference.some((use) => use === taking)
    ? "preference"
    : "sft";
}

/** Whether several answers to one item can be compared. */
export function isCompared(taking: Taking): boolean {
  return ["labels", "approved", "pairs", "votes", "liked"].includes(taking);
}

export function originName(origin: Origin): string {
  if (origin.kind === "upload") return origin.filename.replace(/(\.(jsonl|ndjson|json|parquet))+$/i, "");
  return origin.kind === "queue" ? origin.queue.name : origin.kind;
}

/** The questions whose answers can be taken so. */
export function fieldsFor(taking: Taking, origin: Origin): readonly AnnotationField[] {
  const fields = origin.kind === "queue" ? origin.fields : [];
  if (taking === "labels") return labelFields(fields);
  return taking === "approved" ? approvalFields(fields) : [];
}
