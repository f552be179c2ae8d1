import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import type { Selection } from "#lib/contract/datasets/sources.ts";
import { DATASET_KINDS, type DatasetKind, type Use } from "#lib/contract/datasets/uses.ts";
import { approvalFields, labelFields, ratingFields } from "./approvals.ts";

/** What a dataset is about to be made from: the answers in a queue, or what a list has selected or shows. */
export type Origin =
  | {
      kind: "upload";
      fileId: string;
      filename: string;
      /** What its rows look like. */
      holds: DatasetKind;
    }
  | {
      kind: "version";
      /** Of a dataset that a program published. */
      ref: string;
      name: string;
      holds: DatasetKind;
    }
  | {
      kind: "queue";
      queue: Pick<Queue, "id" | "name" | "kind" | "description">;
      fields: readonly AnnotationField[];
    }
  | {
      kind: "calls" | "threads" | "feedback";
      /** `12 selected calls` */
      words: string;
      selection: Selection;
    };

/** What can be taken from an origin; `recorded` and `liked` are recorded answers, all of them or those with a thumb up; `thumbs` what thumbs say of them; `rows` are those of a file. */
export type Taking = Use | "recorded" | "liked" | "thumbs" | "votes" | "rows";

/** The kinds of datasets that an origin has something for, that it most likely is for first. */
export function kindsOf(origin: Origin): DatasetKind[] {
  const kinds = DATASET_KINDS.filter((kind) => takingsOf(origin, kind).length > 0);
  return "holds" in origin ? [origin.holds, ...kinds.filter((kind) => kind !== origin.holds)] : kinds;
}

/** What of an origin becomes rows of such a dataset. */
export function takingsOf(origin: Origin, kind: DatasetKind): readonly Taking[] {
  if ("holds" in origin) return ["rows"];
  if (origin.kind !== "queue") return TAKINGS_OF_LIST[origin.kind][kind];
  if (origin.queue.kind === "pairwise") return kind === "preference" ? ["pairs"] : [];
  const replies: Taking[] = [...ofFields(origin.fields), "corrections"];
  const takings: { [K in DatasetKind]: readonly Taking[] } = {
    sft: [...replies, ...(labelFields(origin.fields).length > 0 ? (["judge"] as const) : [])],
    preference: ["corrected"],
    kto: approvalFields(origin.fields).length > 0 ? ["ratings"] : [],
    reward: ratingFields(origin.fields).length > 0 ? ["ratings"] : [],
    prompts: ["questions", ...replies],
    eval: replies,
  };
  return takings[kind];
}

/** Yes, no and numbers judge an answer, so a queue that asks nothing else is for approved answers; a choice more likely names something. */
function ofFields(fields: readonly AnnotationField[]): Taking[] {
  const offered = {
    labels: labelFields(fields).length > 0,
    approved: approvalFields(fields).length > 0,
  };
  const names = fields.some(({ input }) => input.kind === "choice" || input.kind === "choices");
  const order = names ? (["labels", "approved"] as const) : (["approved", "labels"] as const);
  return order.filter((taking) => offered[taking]);
}

type ListKind = Exclude<Origin["kind"], "upload" | "version" | "queue">;
const TAKINGS_OF_LIST: { [L in ListKind]: { [K in DatasetKind]: readonly Taking[] } } = {
  calls: {
    sft: ["recorded", "liked", "corrections"],
    preference: ["corrected", "votes"],
    kto: ["thumbs"],
    reward: ["thumbs"],
    prompts: ["questions", "liked", "corrections"],
    eval: ["liked", "corrections", "recorded"],
  },
  threads: {
    sft: ["recorded", "liked"],
    preference: [],
    kto: ["thumbs"],
    reward: ["thumbs"],
    prompts: ["questions", "liked"],
    eval: ["liked", "recorded"],
  },
  feedback: {
    sft: ["liked", "corrections"],
    preference: ["corrected", "votes"],
    kto: ["thumbs"],
    reward: ["thumbs"],
    prompts: ["liked", "corrections"],
    eval: ["liked", "corrections"],
  },
};

/** Whether several answers to one item can be compared. */
export function isCompared(taking: Taking): boolean {
  return ["labels", "approved", "ratings", "judge", "pairs", "votes", "liked", "thumbs"].includes(taking);
}

export function originName(origin: Origin): string {
  if (origin.kind === "upload")
    return origin.filename.replace(/(\.(jsonl|ndjson|json|csv|tsv|parquet|tar|tgz|gz|zip))+$/i, "");
  // The name itself is that of the published one.
  if (origin.kind === "version") return `${origin.name}-rows`;
  return origin.kind === "queue" ? origin.queue.name : origin.kind;
}

/** The questions whose answers can be taken so. */
export function fieldsFor(
  { taking, kind }: { taking: Taking; kind: DatasetKind },
  origin: Origin,
): readonly AnnotationField[] {
  const fields = origin.kind === "queue" ? origin.fields : [];
  if (taking === "labels" || taking === "judge") return labelFields(fields);
  if (taking === "ratings") return kind === "reward" ? ratingFields(fields) : approvalFields(fields);
  return taking === "approved" ? approvalFields(fields) : [];
}
