import type { AccountCtx } from "#lib/access/context.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import type { getModelLineage as contract, Lineage, LineageNode } from "#lib/contract/models/models.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";
import { openModel } from "#lib/models/open-model.ts";
import { allOrNull, bool, columns, field, int, of, orNull, texts } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

const BASE_ID = "base";

const NOTHING = {
  name: "",
  step: null,
  jobKind: null,
  state: null,
  sha256: null,
  datasetId: null,
  rows: null,
  aliases: [],
  isDeleted: false,
  createdAt: null,
} satisfies Omit<LineageNode, "id" | "kind">;

export async function getModelLineage(
  ctx: AccountCtx,
  { modelId, limit }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { baseModel } = await openModel(ctx, modelId, "models:read");
  const jobs = await jobsOf(ctx.db, modelId, limit);
  const checkpoints = await checkpointsOf(ctx.db, modelId);
  const earlierJobs = Number(jobs[0]?.total ?? 0) - jobs.length;
  return { ...lineageOf({ baseModel, jobs, checkpoints }), earlierJobs };
}

/** The newest, oldest first. */
async function jobsOf(db: Db, modelId: string, limit: number): Promise<(LineageJob & { total: number })[]> {
  const rows = await db.query(sql`
    select ${JOB}
    from training_job j
    left join uploaded_file f on f.id = j.source
    left join dataset d on d.project_id = j.project_id and d.name = split_part(substring(j.dataset_ref from '/object/(.*)$'), ':', 1)
    where j.project_id = (select project_id from model where id = ${modelId}) and j.model_id = ${modelId}
    order by j.position desc limit ${limit}`);
  return rows.toReversed();
}

const JOB = columns({
  ...of("training_job j", "id", "kind", "state", "step", "source", "createdAt"),
  ...of("training_job j", "startStep", "startCheckpointId", "datasetRef"),
  datasetId: orNull(field("dataset d", "id")),
  ...allOrNull(of("uploaded_file f", "filename", "sha256")),
  isFileDeleted: bool(sql`f.deleted_at is not null`),
  total: int(sql`count(*) over ()`),
  rows: orNull(
    int(sql`coalesce(f.rows, (select coalesce(s.data ->> 'num_rows', s.data ->> 'num_groups_submitted')::float8::integer
      from training_event s where s.job_id = j.id and s.is_listed order by s.number limit 1))`),
  ),
});

function checkpointsOf(db: Db, modelId: string): Promise<LineageCheckpoint[]> {
  const aliases = sql`coalesce((select array_agg(a.name order by a.name) from checkpoint_alias a
    where a.project_id = c.project_id and a.model_id = c.model_id and a.step = c.step and c.deleted_at is null), '{}')`;
  return db.query(sql`
    select ${columns({
      ...of("checkpoint c", "id", "step", "jobId", "isInterim", "createdAt", "deletedAt", "corruptAt"),
      aliases: texts(aliases),
    })}
    from checkpoint c where c.model_id = ${modelId} order by c.step`);
}

type LineageJob = {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: NonNullable<LineageNode["state"]>;
  readonly step: number;
  readonly source: string;
  /** Step of the checkpoint that was asked for; null is the newest one. */
  readonly startStep: number | null;
  /** The checkpoint that it started from; null until it has begun. */
  readonly startCheckpointId: string | null;
  readonly createdAt: Date;
  /** Of the uploaded file, where the source is one; null otherwise. */
  readonly filename: string | null;
  /** The version of a dataset that it reads, and the dataset where it is still there; null of other data. */
  readonly datasetRef: string | null;
  readonly datasetId: string | null;
  readonly sha256: string | null;
  readonly isFileDeleted: boolean;
  readonly rows: number | null;
};

type LineageCheckpoint = {
  readonly id: string;
  readonly step: number;
  readonly jobId: string | null;
  /** Left on the way, while the job continued. */
  readonly isInterim: boolean;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
  readonly corruptAt: Date | null;
  readonly aliases: string[];
};

type Rows = {
  readonly baseModel: string;
  /** Oldest first. */
  readonly jobs: readonly LineageJob[];
  /** First step first, deleted ones too. */
  readonly checkpoints: readonly LineageCheckpoint[];
};

/** Nodes and edges, each node before those that came from it. */
function lineageOf({ baseModel, jobs, checkpoints }: Rows): Pick<Lineage, "nodes" | "edges"> {
  const nodes = new Map<string, LineageNode>();
  const edges: Lineage["edges"] = [];
  const add = (node: LineageNode) => {
    if (!nodes.has(node.id)) nodes.set(node.id, node);
  };
  add({ ...NOTHING, id: BASE_ID, kind: "base", name: baseModel });
  const [first] = checkpoints;
  if (first && first.jobId === null) {
    add(checkpointNode(first));
    edges.push({ fromId: BASE_ID, toId: first.id });
  }
  for (const job of jobs) {
    const data = dataNode(job);
    add(data);
    const parent = parentOf(job, checkpoints);
    if (parent) add(checkpointNode(parent));
    add({ ...NOTHING, id: job.id, kind: "job", ...jobFacts(job) });
    edges.push({ fromId: data.id, toId: job.id });
    if (parent) edges.push({ fromId: parent.id, toId: job.id });
    for (const made of checkpoints.filter(({ jobId }) => jobId === job.id)) {
      add(checkpointNode(made));
      edges.push({ fromId: job.id, toId: made.id });
    }
  }
  return { nodes: [...nodes.values()], edges };
}

function jobFacts({ kind, state, step, createdAt }: LineageJob) {
  return { jobKind: kind, state, step, createdAt };
}

function checkpointNode({ id, step, createdAt, deletedAt, aliases }: LineageCheckpoint): LineageNode {
  return { ...NOTHING, id, kind: "checkpoint", step, createdAt, aliases, isDeleted: deletedAt !== null };
}

/** Jobs that share a file or a version share its node; what came with a request is the job's own. */
function dataNode(job: LineageJob): LineageNode {
  const { id, source, filename, sha256, rows, isFileDeleted, datasetRef, datasetId } = job;
  if (datasetRef !== null) {
    const name = datasetRef.slice(datasetRef.lastIndexOf("/") + 1);
    return { ...NOTHING, id: datasetRef, kind: "data", name, datasetId, rows };
  }
  if (filename !== null)
    return { ...NOTHING, id: source, kind: "data", name: filename, sha256, rows, isDeleted: isFileDeleted };
  return { ...NOTHING, id: `data-${id}`, kind: "data", name: addressOf(source), rows };
}

/** Omits the query, which may contain a signature that gives access to the data. */
function addressOf(source: string): string {
  if (!source.startsWith("https:")) return "";
  const { host = "", pathname = "" } = URL.parse(source) ?? {};
  return `${host}${pathname}`;
}

/** The checkpoint that a job began with. One that has not begun would begin with the one that it asks for, or else with the newest that can be served. */
function parentOf(
  { startCheckpointId, startStep }: LineageJob,
  checkpoints: readonly LineageCheckpoint[],
): LineageCheckpoint | undefined {
  if (startCheckpointId !== null) return checkpoints.find(({ id }) => id === startCheckpointId);
  return checkpoints.findLast(
    ({ step, deletedAt, corruptAt, isInterim }) =>
      deletedAt === null && corruptAt === null && (startStep === null ? !isInterim : step === startStep),
  );
}
