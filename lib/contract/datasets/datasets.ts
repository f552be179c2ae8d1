import { endpoint } from "#lib/contract/endpoint.ts";
import { bool, label, list, oneOf, projectId, storable, text, timestamp } from "#lib/contract/fields.ts";
import { OFFSET_QUERY } from "#lib/contract/paging.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import {
  count,
  DATASET_PATH,
  EXAMPLE_DATASET,
  EXAMPLE_PROJECT,
  EXAMPLE_RECIPE,
  PROJECT,
  shared,
} from "./dataset-parts.internal.ts";
import { DatasetVersion } from "./dataset-versions.ts";
import { Recipe } from "./recipe.ts";
import { DATASET_KINDS } from "./uses.ts";

/** That of an object, whose versions a dataset's versions are. */
export const datasetName = storable(text({ max: 128 }).check(z.regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/)));
export const datasetDescription = label(10_000);

const DATASET = {
  id: text(),
  projectId: text(),
  name: text(),
  kind: oneOf(DATASET_KINDS),
  description: text(),
  recipe: Recipe,
  isArchived: bool,
  versionCount: count,
  /** What the newest build gave: an older version, where it gave just the rows of that again. */
  latestVersion: z.nullable(DatasetVersion),
  /** Answers that its queues got since it was built last, counted to 1,000; null without a version, or where it takes nothing from queues. */
  newAnswers: z.nullable(count),
  createdBy: text(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const Dataset = wireObject(DATASET);
export type Dataset = z.output<typeof Dataset>;

/**
 * Why what a program published is no rows to learn from as it is: it has none; its first row is larger than 1 MB, or no object; that has none of the columns that
 * are known, which can be named; the table that it names is not there, or is that of another project.
 */
export const PUBLISHED_LACKS = [
  "no_rows",
  "large_row",
  "no_object",
  "other_columns",
  "no_table",
  "rows_elsewhere",
] as const;
export type PublishedLack = (typeof PUBLISHED_LACKS)[number];

/** A dataset that a program stored as an object: it has versions and rows, and no recipe. */
export const PublishedDataset = wireObject({
  /** That of the object. */
  name: text(),
  /** Of the newest version. */
  number: count,
  /** What a training job, or a source of the kind `version`, names it by. */
  ref: text(),
  /** What its first row is for; null where something lacks. */
  kind: z.nullable(oneOf(DATASET_KINDS)),
  lack: z.nullable(oneOf(PUBLISHED_LACKS)),
  rows: count,
  versionCount: count,
  createdBy: text(),
  createdAt: timestamp,
});
export type PublishedDataset = z.output<typeof PublishedDataset>;

export const createDataset = endpoint({
  ...shared,
  operationId: "createDataset",
  summary: "Creates a dataset: a recipe that turns answers into training data",
  description:
    "Nothing is built yet. An unknown field of the recipe is 422, and so is a use that does not fit the kind. Rows of `sft` are for supervised jobs, those of `preference`, `kto` and `reward` for preference jobs, `prompts` for reinforcement learning, and `eval` to measure by. A name that a dataset or an object of the project has is 409 with the code `name_taken`.",
  method: "POST",
  path: "/datasets",
  needs: "datasets:write",
  input: {
    body: wireObject({
      projectId,
      name: datasetName,
      kind: oneOf(DATASET_KINDS),
      description: withDefault(datasetDescription, ""),
      recipe: Recipe,
    }),
  },
  reply: wireObject({ dataset: Dataset }),
  statuses: [404, 409],
  idempotent: true,
  example: {
    ...EXAMPLE_PROJECT,
    name: "support-intents",
    kind: "sft",
    description: "Which team a question belongs to",
    recipe: EXAMPLE_RECIPE,
  },
});

export const proposeDatasetName = endpoint({
  ...shared,
  operationId: "proposeDatasetName",
  summary: "Proposes a name that a new dataset can have",
  description:
    "The name itself where it is free; else with the first number after it that is: `intents-2`. `taken_by` says what has the name, an archived dataset too. Nothing is kept: somebody else can take the name before a dataset of it is created.",
  method: "POST",
  path: "/datasets/propose_name",
  needs: "datasets:write",
  input: { body: wireObject({ projectId, name: datasetName }) },
  reply: wireObject({ name: datasetName, takenBy: z.nullable(oneOf(["dataset", "object"])) }),
  example: { ...EXAMPLE_PROJECT, name: "support-intents" },
});

export const queryDatasets = endpoint({
  ...shared,
  operationId: "queryDatasets",
  summary: "Lists the datasets of a project with their newest versions, the one that changed last first",
  description:
    "`name` keeps datasets whose name contains it, ignoring case; `is_archived` keeps archived datasets, or the others. `published` are datasets that programs stored as objects, such as those of the Weave SDK, up to 100 of them, with the first page and never among archived ones: they have no recipe, and jobs and recipes take them by their `ref`. One that lacks what rows need says so in `lack`; where that is `other_columns`, the reference says what they are: `<ref>?prompt=question&completion=answer`.",
  method: "POST",
  path: "/datasets/query",
  needs: "datasets:read",
  input: {
    body: wireObject({
      projectId,
      name: maybe(label(128)),
      isArchived: maybe(bool),
      ...OFFSET_QUERY,
    }),
  },
  reply: wireObject({ datasets: list(Dataset), totalCount: count, published: list(PublishedDataset) }),
  example: { ...EXAMPLE_PROJECT, is_archived: false, limit: 50 },
});

export const getDataset = endpoint({
  ...shared,
  operationId: "getDataset",
  summary: "Reads a dataset with its newest versions",
  method: "GET",
  path: "/datasets/{dataset_id}",
  needs: "datasets:read",
  input: { params: DATASET_PATH, query: PROJECT },
  reply: wireObject({
    dataset: Dataset,
    /** The newest 20, newest first. */
    versions: list(DatasetVersion),
  }),
  statuses: [404],
  example: EXAMPLE_DATASET,
});

export const updateDataset = endpoint({
  ...shared,
  operationId: "updateDataset",
  summary: "Changes a dataset's recipe, description or whether it is archived",
  description:
    "Absent or null fields do not change. The next version is built by the new recipe; versions that exist keep theirs.",
  method: "PUT",
  path: "/datasets/{dataset_id}",
  needs: "datasets:write",
  input: {
    params: DATASET_PATH,
    body: wireObject({
      projectId,
      description: maybe(datasetDescription),
      recipe: maybe(Recipe),
      isArchived: maybe(bool),
    }),
  },
  reply: wireObject({ dataset: Dataset }),
  statuses: [404],
  example: { ...EXAMPLE_DATASET, recipe: EXAMPLE_RECIPE },
});

export const archiveDataset = endpoint({
  ...shared,
  operationId: "archiveDataset",
  summary: "Archives a dataset",
  description:
    "It leaves the usual list and builds no more versions. Its versions stay and can be read; `is_archived: false` restores it.",
  method: "DELETE",
  path: "/datasets/{dataset_id}",
  needs: "datasets:write",
  input: { params: DATASET_PATH, query: PROJECT },
  reply: wireObject({ dataset: Dataset }),
  statuses: [404],
  example: EXAMPLE_DATASET,
});
