import type { Ctx } from "#lib/access/context.ts";
import {
  type EvidenceField,
  type EvidenceQueue,
  fieldOf,
  findEvidenceQueue,
} from "#lib/annotation/evidence/find-evidence-field.ts";
import { PREFERENCE_TYPE } from "#lib/contract/annotation/preference.ts";
import type { QueueSource, Source } from "#lib/contract/datasets/sources.ts";
import { consensusOf, DATASET_KINDS, type DatasetKind } from "#lib/contract/datasets/uses.ts";
import {
  datasetRef,
  faultOfNaming,
  findDatasetObject,
  rowsElsewhere,
  tableOf,
} from "#lib/datasets/dataset-object.internal.ts";
import { NotFound } from "#lib/platform/errors.ts";
import type { CheckedQueue, CheckedSource, RecipeAsked, UploadToRead } from "./checked-source.ts";
import { findCallsSource } from "./find-calls-source.internal.ts";
import { otherKind, unfitRating, unfitRule, unfitUse, type Wrong } from "./wrong-source.internal.ts";

type Place = Pick<Ctx, "db" | "project" | "actor">;
type Asked<S> = Pick<RecipeAsked, "kind" | "arriving"> & { index: number; source: S };

/** A source with what it names, or what is wrong with it; a 404 where that is not there. */
export function findSource(place: Place, asked: Asked<Source>): Promise<CheckedSource | Wrong> {
  const { source } = asked;
  switch (source.kind) {
    case "queue":
      return findQueue(place, { ...asked, source });
    case "upload":
      return findUpload(place, { ...asked, source });
    case "version":
      return findVersion(place, { ...asked, source });
    default:
      return findCallsSource(place, { ...asked, source });
  }
}

async function findUpload(
  place: Place,
  { index, source: { fileId }, arriving }: Asked<{ fileId: string }>,
): Promise<CheckedSource> {
  const file = arriving?.id === fileId ? arriving : await requireFile(place, fileId);
  // What is no row of the dataset's kind is rejected line by line.
  return { kind: "upload", index, file };
}

async function requireFile({ db, project }: Place, fileId: string): Promise<UploadToRead> {
  const file = await db.prisma.uploadedFile.findFirst({
    where: { projectId: project.id, id: fileId, deletedAt: null },
  });
  if (!file) throw new NotFound(`File ${fileId} not found; it does not exist in this project or was deleted`);
  return file;
}

async function findVersion(
  { db, project }: Place,
  { kind, index, source: { ref: text } }: Asked<{ ref: string }>,
): Promise<CheckedSource | Wrong> {
  const ref = datasetRef(text);
  if (!ref) return NO_VERSION;
  const isOwn = `${ref.entity}/${ref.project}` === project.path;
  const version = isOwn ? await findDatasetObject(db, project.id, ref) : null;
  if (!version)
    throw new NotFound(`Version ${text} not found; it does not exist in this project or was deleted`);
  const elsewhere = rowsElsewhere(version, project.path);
  if (elsewhere !== null) return rowsNotHere(elsewhere);
  const table = tableOf(version, project.path);
  if (table === null) return NO_VERSION;
  const fault = faultOfNaming(version, ref);
  if (fault !== null) return { at: ["ref"], text: fault };
  const given = version.kind ?? kind;
  if (!ALSO_FROM[kind].includes(given) && given !== kind) return otherKind(given, kind);
  return { kind: "version", index, name: ref.name, version, table, columns: ref.columns };
}

/** Whatever a row teaches, it begins with a prompt; and what is learned can be compared with. */
const ALSO_FROM: { [K in DatasetKind]: readonly DatasetKind[] } = {
  sft: [],
  preference: [],
  kto: [],
  reward: [],
  prompts: DATASET_KINDS,
  eval: ["sft", "prompts"],
};

const NO_VERSION: Wrong = {
  at: ["ref"],
  text: "it is not a version of a dataset; write weave:///<entity>/<project>/object/<name>:<digest>",
};

function rowsNotHere(elsewhere: string): Wrong {
  return { at: ["ref"], text: `its rows are in ${elsewhere.slice(0, 300)}, and not in this project` };
}

async function findQueue(
  place: Place,
  { kind, index, source }: Asked<QueueSource>,
): Promise<CheckedSource | Wrong> {
  const queue = await findEvidenceQueue(place, source.queueId);
  const field = usedField(queue, source);
  return wrongQueue(kind, { source, queue, field }) ?? { kind: "queue", index, source, queue, field };
}

/** The field of the queue whose values a source uses, or the verdict of its pairs; null of texts. */
export function usedField(queue: EvidenceQueue, { use, field }: QueueSource): EvidenceField | null {
  if (use === "pairs") return fieldOf(queue, PREFERENCE_TYPE);
  return field === undefined ? null : fieldOf(queue, field);
}

function wrongQueue(
  kind: DatasetKind,
  { source, queue, field }: Pick<CheckedQueue, "source" | "queue" | "field">,
): Wrong | null {
  const { use } = source;
  const unfit = unfitUse(kind, use);
  if (unfit) return unfit;
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
  return unfitRating(kind, source, field) ?? unfitRule(field, consensusOf(source).rule);
}

function unknownField({ fields }: EvidenceQueue, ref: string): string {
  const known = fields.map((field) => field.ref).join(", ");
  return `${ref} is not a field of the queue with comparable answers; there ${known === "" ? "are none" : `are ${known}`}`;
}
