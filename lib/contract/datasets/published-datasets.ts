import { endpoint } from "#lib/contract/endpoint.ts";
import { anyJson, identifier, list, oneOf, projectId, text, timestamp } from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { count, EXAMPLE_PROJECT, PROJECT, shared } from "./dataset-parts.internal.ts";
import { PUBLISHED_LACKS, PublishedDataset } from "./datasets.ts";
import { DATASET_KINDS } from "./uses.ts";

const NAME = wireObject({ name: identifier(128) });
/** `version` is `latest`, `v` and a number, or the digest of the object. */
const PLACE = wireObject({ name: identifier(128), version: identifier(128) });
const EXAMPLE_NAME = { ...EXAMPLE_PROJECT, name: "talks" };
const EXAMPLE_PLACE = { ...EXAMPLE_NAME, version: "v0" };

/** A version of a dataset that a program stored as an object. */
export const PublishedVersion = wireObject({
  number: count,
  digest: text(),
  /** What a training job, or a source of the kind `version`, names it by. */
  ref: text(),
  /** What the program calls it, and says of it. Null where it does not, or where its value has more than 64 KB. */
  title: z.nullable(text()),
  description: z.nullable(text()),
  /** What its first row is for; null where something lacks. */
  kind: z.nullable(oneOf(DATASET_KINDS)),
  lack: z.nullable(oneOf(PUBLISHED_LACKS)),
  rows: count,
  createdBy: text(),
  createdAt: timestamp,
});
export type PublishedVersion = z.output<typeof PublishedVersion>;

/** What was made of a version: a training job that learned from it, a dataset that took rows of it, or a run of an evaluation that measured by such a dataset. */
export const PublishedUse = wireObject({
  kind: oneOf(["job", "dataset", "evaluation"]),
  /** Of the job, the dataset or the evaluation. */
  id: text(),
  /** Of the model that the job trained, of the dataset with its version, or of the evaluation. */
  name: text(),
  /** Which version of the published dataset. */
  number: count,
  createdAt: timestamp,
});
export type PublishedUse = z.output<typeof PublishedUse>;

export const getPublishedDataset = endpoint({
  ...shared,
  operationId: "getPublishedDataset",
  summary: "Reads a dataset that a program published, with its versions and what was made of them",
  description:
    "`versions` are the newest 200, `uses` the newest 100, each newest first. A dataset that is built here has the endpoints of `/datasets/{dataset_id}`, and is a 404 here.",
  method: "GET",
  path: "/datasets/published/{name}",
  needs: "datasets:read",
  input: { params: NAME, query: PROJECT },
  reply: wireObject({
    dataset: PublishedDataset,
    versions: list(PublishedVersion),
    uses: list(PublishedUse),
  }),
  statuses: [404],
  example: EXAMPLE_NAME,
});

export const queryPublishedRows = endpoint({
  ...shared,
  operationId: "queryPublishedRows",
  summary: "Lists rows of a published version, as the program sent them",
  description:
    "A page has fewer rows than asked for where they have more than 8 MB: the next one begins after the last position.",
  method: "POST",
  path: "/datasets/published/{name}/versions/{version}/rows",
  needs: "datasets:read",
  input: { params: PLACE, body: wireObject({ projectId, ...OFFSET_QUERY }) },
  reply: wireObject({
    rows: list(wireObject({ position: count, digest: text(), row: anyJson })),
    totalCount: count,
  }),
  statuses: [404],
  example: { ...EXAMPLE_PLACE, limit: 20 },
});

export const PUBLISHED_FORMATS = ["jsonl", "csv", "parquet"] as const;

export const exportPublishedDataset = endpoint({
  ...shared,
  operationId: "exportPublishedDataset",
  summary: "Downloads the rows of a published version",
  description:
    "`jsonl`: one row per line, as the program sent it. `csv` and `parquet`: a column for each name that a row has, where lists and objects are JSON as text; in CSV, a text that a spreadsheet would run as a formula starts with an apostrophe. Parquet of more than 10,000 rows is 409 with the code `too_many_rows`, and a table of more than 200 columns, or in Parquet of a million cells, 409 with the code `too_many_columns`. Parquet of rows that are all empty objects is 409 with the code `no_columns`.",
  method: "GET",
  path: "/datasets/published/{name}/versions/{version}/export",
  needs: "datasets:read",
  input: {
    params: PLACE,
    query: wireObject({ projectId, format: withDefault(oneOf(PUBLISHED_FORMATS), "jsonl") }),
  },
  reply: anyJson,
  downloads: "application/octet-stream",
  statuses: [404, 409],
  example: { ...EXAMPLE_PLACE, format: "jsonl" },
});
