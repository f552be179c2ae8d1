import type { Ctx } from "#lib/access/context.ts";
import type { traceLineage as contract, LineageKind } from "#lib/contract/datasets/lineage.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { NotFound } from "#lib/platform/errors.ts";
import { describeNodes } from "./described-nodes.internal.ts";
import { followDown } from "./follow-down.internal.ts";
import { followUp } from "./follow-up.internal.ts";
import { countReached, type Followed, listReached } from "./followed.internal.ts";

type Endpoint = typeof contract;

/** What something was made from, or what was made of it, by the evidence of rows and rewards. */
export async function traceLineage(
  ctx: Ctx,
  { start, direction, depth }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const followed = await (direction === "down" ? followDown : followUp)(ctx, start, depth);
  const nodes = await nodesOf(ctx, followed);
  const [first] = nodes;
  if (first?.isDeleted && followed.edges.size === 0)
    throw new NotFound(`${NAMES[start.kind]} ${start.id} not found; it does not exist in this project`);
  const listed = new Set(nodes.map(({ kind, id }) => `${kind} ${id}`));
  const counts = countsOf(followed);
  return {
    nodes,
    edges: [...followed.edges.values()].filter(
      ({ fromKind, fromId, toKind, toId }) =>
        listed.has(`${fromKind} ${fromId}`) && listed.has(`${toKind} ${toId}`),
    ),
    counts,
    isCut: isCut(counts, nodes),
  };
}

const NAMES: { [K in LineageKind]: string } = {
  annotator: "Annotator",
  item: "Item",
  answer: "Answer",
  decision: "Decision on item",
  row: "Row",
  version: "Version",
  rl_round: "Round of a reinforcement run",
  job: "Training job",
  checkpoint: "Checkpoint",
  alias: "Alias",
  run: "Evaluation run",
};

type Reply = ReplyOf<Endpoint>;

/** The start first, then the nearest. Of what is no longer there, the id is known. */
async function nodesOf(ctx: Ctx, followed: Followed): Promise<Reply["nodes"]> {
  const nodes: Reply["nodes"] = [];
  for (const { kind, reached } of listReached(followed)) {
    const found = await describeNodes(
      ctx,
      kind,
      reached.map(({ id }) => id),
    );
    const byId = new Map(found.map((one) => [one.id, one]));
    for (const { id, depth } of reached) {
      const answers = kind === "annotator" ? (followed.answersBy.get(id) ?? null) : null;
      nodes.push({ kind, depth, answers, ...(byId.get(id) ?? { ...GONE, id }) });
    }
  }
  return nodes.sort((a, b) => a.depth - b.depth);
}

const GONE = { name: "", ofId: null, number: null, state: null, isDeleted: true };

function countsOf(followed: Followed): Reply["counts"] {
  return {
    ...followed.given,
    versions: countReached(followed, "version"),
    rlRounds: countReached(followed, "rl_round"),
    jobs: countReached(followed, "job"),
    checkpoints: countReached(followed, "checkpoint"),
    aliases: countReached(followed, "alias"),
    runs: countReached(followed, "run"),
  };
}

function isCut(counts: Reply["counts"], nodes: Reply["nodes"]): boolean {
  const listed = (...kinds: LineageKind[]) => nodes.filter(({ kind }) => kinds.includes(kind)).length;
  return (
    counts.annotators > listed("annotator") ||
    counts.answers > listed("answer", "decision") ||
    counts.rows > listed("row") ||
    counts.versions > listed("version") ||
    counts.rlRounds > listed("rl_round") ||
    counts.jobs > listed("job") ||
    counts.checkpoints > listed("checkpoint") ||
    counts.aliases > listed("alias") ||
    counts.runs > listed("run")
  );
}
