import type { Lineage, LineageNode } from "#lib/contract/models/models.ts";
import type { JobKind } from "#lib/contract/training/job-states.ts";

export type LineageJob = {
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
  readonly sha256: string | null;
  readonly isFileDeleted: boolean;
  readonly rows: number | null;
};

export type LineageCheckpoint = {
  readonly id: string;
  readonly step: number;
  readonly jobId: string | null;
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
export function lineageOf({ baseModel, jobs, checkpoints }: Rows): Pick<Lineage, "nodes" | "edges"> {
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
    const made = checkpoints.find(({ jobId }) => jobId === job.id);
    if (!made) continue;
    add(checkpointNode(made));
    edges.push({ fromId: job.id, toId: made.id });
  }
  return { nodes: [...nodes.values()], edges };
}

const BASE_ID = "base";

const NOTHING = {
  name: "",
  step: null,
  jobKind: null,
  state: null,
  sha256: null,
  rows: null,
  aliases: [],
  isDeleted: false,
  createdAt: null,
} satisfies Omit<LineageNode, "id" | "kind">;

function jobFacts({ kind, state, step, createdAt }: LineageJob) {
  return { jobKind: kind, state, step, createdAt };
}

function checkpointNode({ id, step, createdAt, deletedAt, aliases }: LineageCheckpoint): LineageNode {
  return { ...NOTHING, id, kind: "checkpoint", step, createdAt, aliases, isDeleted: deletedAt !== null };
}

/** Jobs that share a file share its node; what came with a request is the job's own. */
function dataNode({ id, source, filename, sha256, rows, isFileDeleted }: LineageJob): LineageNode {
  if (filename !== null)
    return { ...NOTHING, id: source, kind: "data", name: filename, sha256, rows, isDeleted: isFileDeleted };
  return { ...NOTHING, id: `data-${id}`, kind: "data", name: addressOf(source), rows };
}

/** Behind the path may stand a signature that opens the data to whoever reads it. */
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
    ({ step, deletedAt, corruptAt }) =>
      deletedAt === null && corruptAt === null && (startStep === null || step === startStep),
  );
}
