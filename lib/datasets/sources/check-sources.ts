import type { Ctx } from "#lib/access/context.ts";
import {
  type EvidenceField,
  type EvidenceQueue,
  fieldOf,
  findEvidenceQueue,
} from "#lib/annotation/evidence/find-evidence-field.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import {
  consensusOf,
  type DatasetKind,
  type QueueSource,
  type Recipe,
  type Source,
  USES_OF_KIND,
} from "#lib/contract/datasets/recipe.ts";
import {
  type DatasetObject,
  datasetRef,
  findDatasetObject,
  tableOf,
} from "#lib/datasets/dataset-object.internal.ts";
import type { UploadedFile } from "#lib/generated/prisma/client.ts";
import { InvalidRequest, NotFound, type Problem } from "#lib/platform/errors.ts";
import { problemAt } from "#lib/platform/problem.ts";

/** A source whose queue and field are there. */
export type CheckedQueue = {
  kind: "queue";
  index: number;
  source: QueueSource;
  queue: EvidenceQueue;
  /** The field whose values are used, or the verdict of a queue of pairs; null of texts. */
  field: EvidenceField | null;
};
export type CheckedUpload = { kind: "upload"; index: number; file: UploadedFile };
export type CheckedVersion = {
  kind: "version";
  index: number;
  name: string;
  version: DatasetObject;
  table: string;
};
export type CheckedSource = CheckedQueue | CheckedUpload | CheckedVersion;

type Place = Pick<Ctx, "db" | "project">;

/**
 * The sources of a recipe with what they name. A 404 where a queue, file or version is not there; a 422 at its place in the recipe for what it
 * cannot be used for.
 */
export async function checkSources(
  place: Place,
  { kind, recipe }: { kind: DatasetKind; recipe: Recipe },
): Promise<CheckedSource[]> {
  const checked: CheckedSource[] = [];
  const problems: Problem[] = [];
  for (const [index, source] of recipe.sources.entries()) {
    const found = await findSource(place, index, source);
    const wrong = wrongWith(kind, found);
    if (wrong)
      problems.push(problemAt([...PLACE, index, ...wrong.at], { type: "value_error", text: wrong.text }));
    else if (found) checked.push(found);
  }
  if (problems.length > 0) throw new InvalidRequest(problems);
  return checked;
}

const PLACE = ["body", "recipe", "sources"];

/** Null for a version that is no dataset. */
async function findSource(place: Place, index: number, source: Source): Promise<CheckedSource | null> {
  if (source.kind === "upload")
    return { kind: "upload", index, file: await requireFile(place, source.fileId) };
  if (source.kind === "version") return findVersion(place, index, source.ref);
  const queue = await findEvidenceQueue(place, source.queueId);
  return { kind: "queue", index, source, queue, field: usedField(queue, source) };
}

async function requireFile({ db, project }: Place, fileId: string): Promise<UploadedFile> {
  const file = await db.prisma.uploadedFile.findFirst({
    where: { projectId: project.id, id: fileId, deletedAt: null },
  });
  if (!file) throw new NotFound(`File ${fileId} not found; it does not exist in this project or was deleted`);
  return file;
}

async function findVersion(
  { db, project }: Place,
  index: number,
  text: string,
): Promise<CheckedVersion | null> {
  const ref = datasetRef(text);
  if (!ref) return null;
  const isOwn = `${ref.entity}/${ref.project}` === project.path;
  const version = isOwn ? await findDatasetObject(db, project.id, ref) : null;
  if (!version)
    throw new NotFound(`Version ${text} not found; it does not exist in this project or was deleted`);
  const table = tableOf(version);
  return table === null ? null : { kind: "version", index, name: ref.name, version, table };
}

/** The field of the queue whose values a source uses, or the verdict of its pairs; null of texts. */
export function usedField(queue: EvidenceQueue, { use, field }: QueueSource): EvidenceField | null {
  if (use === "pairs") return fieldOf(queue, PREFERENCE_TYPE);
  return field === undefined ? null : fieldOf(queue, field);
}

type Wrong = { at: string[]; text: string };

function wrongWith(kind: DatasetKind, found: CheckedSource | null): Wrong | null {
  if (!found)
    return {
      at: ["ref"],
      text: "it is not a version of a dataset; write weave:///<entity>/<project>/object/<name>:<digest>",
    };
  if (found.kind === "queue") return wrongQueue(kind, found);
  const given = found.kind === "upload" ? "sft" : (found.version.kind ?? kind);
  if (given === kind) return null;
  return { at: ["kind"], text: `it holds rows of kind ${given}, and the dataset is of kind ${kind}` };
}

function wrongQueue(kind: DatasetKind, { source, queue, field }: CheckedQueue): Wrong | null {
  const { use } = source;
  if (!USES_OF_KIND[kind].includes(use))
    return {
      at: ["use"],
      text: `a dataset of kind ${kind} takes ${USES_OF_KIND[kind].join(", ")}, not ${use}`,
    };
  const wanted = use === "pairs" ? "pairwise" : "single";
  if (queue.kind !== wanted)
    return {
      at: ["queue_id"],
      text:
        wanted === "pairwise"
          ? "the queue judges single calls; pairs come from a queue that compares two"
          : `the queue compares pairs of calls, which gives pairs and not ${use}`,
    };
  if (source.field !== undefined && !field) return { at: ["field"], text: unknownField(queue, source.field) };
  if (field?.isNumber && consensusOf(source).rule === "weighted")
    return {
      at: ["consensus", "rule"],
      text: "numbers have no most probable value; use majority, each or decided",
    };
  return null;
}

function unknownField({ fields }: EvidenceQueue, ref: string): string {
  const known = fields.map((field) => field.ref).join(", ");
  return `${ref} is not a field of the queue with comparable answers; there ${known === "" ? "are none" : `are ${known}`}`;
}
