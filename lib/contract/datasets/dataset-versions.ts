import { endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  anyJson,
  bool,
  dict,
  dictOf,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  oneOf,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import {
  count,
  DATASET_PATH,
  EXAMPLE_DATASET,
  EXAMPLE_PROJECT,
  EXAMPLE_RECIPE,
  EXAMPLE_VERSION,
  rowPosition,
  shared,
  VERSION_PATH,
} from "./dataset-parts.internal.ts";
import { Recipe } from "./recipe.ts";
import { REASONS } from "./rejections.ts";
import { ROW_NOTES } from "./row-notes.ts";
import { RowPlace } from "./row-place.ts";
import { DATASET_KINDS } from "./uses.ts";

export const SPLITS = ["train", "held_out"] as const;
export type Split = (typeof SPLITS)[number];

const MAX_NOTE = 2000;

export const DatasetCounts = wireObject({
  items: count,
  /** What could become rows: an item, a row of a file or version, or each of its answers where the recipe takes them one by one. Rows and rejections are as many. */
  candidates: count,
  train: count,
  heldOut: count,
  /** Held-out rows that share a thread, a trace or a prompt, also by way of others, are one unit: so many independent cases there are to compare models by. Null in versions from before that was counted. */
  heldOutUnits: z.nullable(count),
  rejected: count,
  /** By reason; reasons that did not occur are left out. */
  rejectedBy: dictOf(count),
  /** Prompts whose rows teach different values, or different answers where somebody else made them, and those rows. Null in versions from before that was counted. */
  conflicts: z.nullable(wireObject({ prompts: count, rows: count })),
  /**
   * Rows whose answer may rest on calls that the row does not have, and those calls, as they were recorded when it was built; `earlier_rows` are those that lack
   * only calls of earlier turns of their thread. Null in versions from before that was counted, as `earlier_rows` is absent.
   */
  missingCalls: z.nullable(wireObject({ rows: count, calls: count, earlierRows: maybe(count) })),
  answers: count,
  /** How probable it is that a row has a wrong value, on average; null where no consensus knows. */
  expectedWrongShare: z.nullable(finiteNumber),
  /** In the order of their ids: people are never ranked. */
  annotators: list(
    wireObject({
      userId: text(),
      answers: count,
      /** The estimated share of their answers that is right; null where no source weighs people. */
      accuracy: z.nullable(finiteNumber),
    }),
  ),
  /** Rows in which a pattern of a secret was found, by its kind; also those in which it was masked. */
  secrets: dictOf(count),
  /** Rows that have each of the notes of rows; notes that no row has are left out. Null in versions from before rows had notes, until they are built again. */
  notes: z.nullable(dictOf(count)),
});
export type DatasetCounts = z.output<typeof DatasetCounts>;

export const DatasetVersion = wireObject({
  id: text(),
  datasetId: text(),
  number: integer({ min: 0 }),
  /** Of the version as an object; SDKs read it, and a training job takes it as `training_data_url`. */
  ref: text(),
  kind: oneOf(DATASET_KINDS),
  recipe: Recipe,
  counts: DatasetCounts,
  /** How many rows were made of an answer, vote or decision that was retracted since. Null where there are none, or where a later build left those out and gave just these rows. */
  retracted: z.nullable(wireObject({ train: count, heldOut: count })),
  /** How many answers, votes, decisions and rows of other versions its newest build left out as retracted that count again, since that was lifted. A new build takes them. */
  countAgain: count,
  /** SHA-256 of rows, splits and weights in hexadecimal digits: equal where the training data are equal. */
  contentHash: text(),
  /** The moment of what was read for it. */
  asOf: timestamp,
  note: text(),
  createdBy: text(),
  createdAt: timestamp,
});
export type DatasetVersion = z.output<typeof DatasetVersion>;
export type RetractedInVersion = NonNullable<DatasetVersion["retracted"]>;

const EVIDENCE_KINDS = ["answer", "vote", "decision", "call", "upload", "version"] as const;

export const Evidence = wireObject({
  kind: oneOf(EVIDENCE_KINDS),
  /** Of the feedback, of the decided item, of the call, of the uploaded file; of a version, its digest. */
  id: text(),
  userId: z.nullable(text()),
  /** Whether it is no longer as it was when the version was built. */
  isWithdrawn: bool,
  /** Whether somebody retracted it, so that later builds leave it out. */
  isRetracted: bool,
});
export type Evidence = z.output<typeof Evidence>;

export const VersionRow = wireObject({
  position: count,
  digest: text(),
  split: oneOf(SPLITS),
  /** As it is exported and trained on. */
  row: dict,
  /** Positions of the other rows with the same prompt, where some of them teach another value; the first 20. */
  conflictsWith: list(count),
  /** How many calls were made for its answer that the row does not have, such as a tool with its result, as they were recorded when its version was built; 0 also where that was not counted. */
  missingCalls: count,
  /** What was found in it when its version was built: kinds of what looks like a secret and was not masked; `empty_question`: a message of a person says nothing; `empty_answer`: an answer to learn says nothing. */
  notes: list(oneOf(ROW_NOTES)),
  /** Where it stands in the file or version that it was taken from; null of rows that were made here. */
  place: z.nullable(RowPlace),
  evidence: list(Evidence),
});
export type VersionRow = z.output<typeof VersionRow>;

const REJECTION = {
  /** Place of the source in the recipe, from 0. */
  source: count,
  /** Of a queue's item, a call or a thread; of a pair, the ids of both calls; of a row of a file or version, its place in it. */
  itemId: text(),
  reason: oneOf(REASONS),
  detail: text(),
};
export const Rejection = wireObject(REJECTION);
export type Rejection = z.output<typeof Rejection>;

const writes = { ...shared, method: "POST", needs: "datasets:write" } as const;
const reads = { ...shared, method: "POST", needs: "datasets:read" } as const;

export const previewDataset = endpoint({
  ...shared,
  method: "POST",
  operationId: "previewDataset",
  summary: "Shows what a recipe would build",
  description:
    "Stores nothing. Builds from at most 2,000 items; `is_sampled` says whether there are more. `rows` are the first ones, `rejections` the first of each reason.",
  path: "/datasets/preview",
  needs: "datasets:read",
  input: {
    body: wireObject({
      projectId,
      kind: oneOf(DATASET_KINDS),
      recipe: Recipe,
      limit: withDefault(integer({ min: 0, max: 50 }), 10),
    }),
  },
  reply: wireObject({
    counts: DatasetCounts,
    rows: list(wireObject({ split: oneOf(SPLITS), row: dict })),
    rejections: list(Rejection),
    /** Of each note, where the first rows that have it stand in their files or versions; nothing of rows that are made here. */
    notedAt: list(wireObject({ note: oneOf(ROW_NOTES), places: list(RowPlace) })),
    /** Where the first rows stand in their files or versions whose prompt has other rows with another value, one prompt after another. */
    conflictsAt: list(RowPlace),
    /** Whether a source says of some of its rows whether they are held out. */
    isSplitGiven: bool,
    isSampled: bool,
  }),
  statuses: [404, 409],
  example: { ...EXAMPLE_PROJECT, kind: "sft", recipe: EXAMPLE_RECIPE, limit: 3 },
});

export const buildDatasetVersion = endpoint({
  ...writes,
  operationId: "buildDatasetVersion",
  summary: "Builds a version of a dataset from its recipe",
  description:
    "Everything is read at one moment, and the version appears whole or not at all. If a version with equal training data exists, that one is the answer, `is_new` is false, and nothing is stored twice: a build never stores what has not changed, and `if_changed` need not be sent. A recipe that yields no rows is 409 with the code `empty`; an archived dataset is 409 with the code `archived`.",
  path: "/datasets/{dataset_id}/versions",
  input: {
    params: DATASET_PATH,
    body: wireObject({
      projectId,
      note: withDefault(label(MAX_NOTE), ""),
      /** What every build does; `false` is refused, since equal training data are one version. */
      ifChanged: maybe(
        bool.check(
          refuseUnless((ifChanged) => ifChanged, {
            type: "value_error",
            text: "equal training data are the version that exists, so it cannot be built again; leave it out",
          }),
        ),
      ),
    }),
  },
  reply: wireObject({
    version: DatasetVersion,
    isNew: bool,
    /** Of what this build read. Where the version is not new, what became no row may be other than when it was built first. */
    counts: DatasetCounts,
  }),
  statuses: [404, 409],
  idempotent: true,
  example: { ...EXAMPLE_DATASET, note: "After the second pass" },
});

export const queryDatasetVersions = endpoint({
  ...reads,
  operationId: "queryDatasetVersions",
  summary: "Lists the versions of a dataset, newest first",
  path: "/datasets/{dataset_id}/versions/query",
  input: { params: DATASET_PATH, body: wireObject({ projectId, ...OFFSET_QUERY }) },
  reply: wireObject({ versions: list(DatasetVersion), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_DATASET, limit: 20 },
});

export const queryDatasetRows = endpoint({
  ...reads,
  operationId: "queryDatasetRows",
  summary: "Lists rows of a version, with what each was made from",
  description:
    "In the version's order. A row never changes; evidence that has changed since or was erased is marked `is_withdrawn`. `annotator_user_id` keeps the rows that have evidence of that person; `is_conflicting` those whose prompt has other rows with another value, one prompt after another; `has_missing_calls` those whose answer rests on calls that they do not have; `notes` those that have at least one of these.",
  path: "/datasets/{dataset_id}/versions/{version}/rows",
  input: {
    params: VERSION_PATH,
    body: wireObject({
      projectId,
      split: maybe(oneOf(SPLITS)),
      annotatorUserId: maybe(identifier()),
      /** Whether rows with the same prompt teach another value. */
      isConflicting: maybe(bool),
      /** Whether their answer rests on calls that they do not have. */
      hasMissingCalls: maybe(bool),
      /** The row at this place alone. */
      position: maybe(rowPosition),
      notes: maybe(list(oneOf(ROW_NOTES), { min: 1, max: ROW_NOTES.length })),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({ rows: list(VersionRow), totalCount: count }),
  statuses: [404],
  example: { ...EXAMPLE_VERSION, split: "held_out", limit: 20 },
});

export const queryDatasetRejections = endpoint({
  ...reads,
  operationId: "queryDatasetRejections",
  summary: "Lists what became no row of a version, with the reasons",
  path: "/datasets/{dataset_id}/versions/{version}/rejections",
  input: {
    params: VERSION_PATH,
    body: wireObject({ projectId, reason: maybe(oneOf(REASONS)), ...OFFSET_QUERY }),
  },
  reply: wireObject({
    rejections: list(
      wireObject({
        ...REJECTION,
        /** Of a queue's item that is still there, the call that it asks about. */
        callId: z.nullable(text()),
        /** How it begins, with what looks like a secret masked; empty where nothing of it was read, and in versions from before that was kept. */
        words: text(),
        /** Where a row of a file or version stands in it. */
        place: z.nullable(RowPlace),
        /** Of a duplicate, the row that it equals: its position, where it is one of the version and that was kept, and where it stands in its file or version. */
        sameAs: z.nullable(wireObject({ position: z.nullable(count), place: z.nullable(RowPlace) })),
      }),
    ),
    totalCount: count,
    /** Of the whole version: what each reason means, and how often it occurred. */
    reasons: list(wireObject({ reason: oneOf(REASONS), meaning: text(), count })),
  }),
  statuses: [404],
  example: { ...EXAMPLE_VERSION, reason: "disagreement" },
});

/** As lines, as tables, as a folder of the Hugging Face Hub, and as the fine-tuning of OpenAI takes rows. */
export const DATASET_FORMATS = ["jsonl", "csv", "parquet", "hf", "openai"] as const;

export const exportDatasetVersion = endpoint({
  ...shared,
  operationId: "exportDatasetVersion",
  summary: "Downloads the rows of a version",
  description:
    "`jsonl`: one row per line. `csv`: in UTF-8 with a header, where messages and tools are JSON in a cell, and a text that a spreadsheet would run as a formula starts with an apostrophe. `parquet`: messages are lists of structures; tools and tool calls are JSON as text. `hf`: a tar archive of a folder that `datasets.load_dataset` reads, with a card, and the splits `train` and `test` (held out) as Parquet. `openai`: lines as OpenAI fine-tuning takes them, of one split, since they cannot say which it is: `train` (`held_out` of a dataset of kind `eval`) where `split` is absent; `messages` or `input`, `preferred_output` and `non_preferred_output`, with `margin` where it is 2, and of prompts `messages` and `reference`, which graders call `item.reference`; weights are left out, and rows with labels or rewards are 409 with the code `no_such_form`. Content that is not text is 409 with the code `not_tabular` for `parquet` and `hf`.",
  method: "GET",
  path: "/datasets/{dataset_id}/versions/{version}/export",
  needs: "datasets:read",
  input: {
    params: VERSION_PATH,
    query: wireObject({
      projectId,
      format: withDefault(oneOf(DATASET_FORMATS), "jsonl"),
      split: maybe(oneOf(SPLITS)),
    }),
  },
  reply: anyJson,
  downloads: "application/octet-stream",
  statuses: [404, 409],
  example: { ...EXAMPLE_VERSION, format: "jsonl", split: "train" },
});
