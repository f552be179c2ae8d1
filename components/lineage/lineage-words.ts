import { type ProjectPath, projectHref } from "#components/layout/state/navigation.ts";
import { countOf } from "#components/ui/text/format.ts";
import type { LineageKind, TracedNode, traceLineage } from "#lib/contract/datasets/lineage.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

type Counts = ReplyOf<typeof traceLineage>["counts"];

/** What is shown one by one; answers and rows are counted. */
const GROUPS = [
  { kind: "annotator", title: "People", count: "annotators" },
  { kind: "version", title: "Versions", count: "versions" },
  { kind: "rl_round", title: "Reinforcement rounds", count: "rlRounds" },
  { kind: "job", title: "Jobs", count: "jobs" },
  { kind: "checkpoint", title: "Checkpoints", count: "checkpoints" },
  { kind: "alias", title: "Aliases", count: "aliases" },
  { kind: "run", title: "Evaluation runs", count: "runs" },
] as const satisfies readonly { kind: LineageKind; title: string; count: keyof Counts }[];

export type LineageGroup = { title: string; total: number; nodes: TracedNode[] };

/** What was reached besides the start, by its kind, in the order in which one makes the other. */
export function groupsOf(nodes: readonly TracedNode[], counts: Counts): LineageGroup[] {
  return GROUPS.flatMap(({ kind, title, count }) => {
    const found = nodes.filter((node) => node.kind === kind && node.depth > 0);
    return found.length === 0 ? [] : { title, nodes: found, total: Math.max(counts[count], found.length) };
  });
}

/** “16 answers in 12 rows and 5 rewards”, or null where nobody said anything. */
export function saidWords({
  answers,
  rows,
  rewards,
}: Pick<Counts, "answers" | "rows" | "rewards">): string | null {
  if (answers === 0) return null;
  const made = [
    ...(rows > 0 || rewards === 0 ? [countOf(rows, "row")] : []),
    ...(rewards > 0 ? [countOf(rewards, "reward")] : []),
  ];
  return `${countOf(answers, "answer")} in ${made.join(" and ")}`;
}

export function nodeText({ kind, name, number, answers, state, isDeleted, id }: TracedNode): string {
  const known = name || (kind === "job" ? "Job" : id.slice(0, 8));
  const text = {
    annotator: answers === null ? known : `${known}: ${countOf(answers, "answer")}`,
    version: `${known} v${number}`,
    rl_round: `${known}, round ${number}`,
    job: `${known}${state ? `, ${state}` : ""}`,
    checkpoint: `${known} step ${number}`,
    alias: `${known} (step ${number})`,
    run: number === null ? known : `${known} of step ${number}`,
    item: known,
    answer: known,
    decision: known,
    row: `Row ${(number ?? 0) + 1}`,
  }[kind];
  return isDeleted ? `${text} (deleted)` : text;
}

export function nodeHref({ kind, id, ofId, isDeleted }: TracedNode, place: ProjectPath): string | null {
  if (kind === "job") return projectHref(place, "training", id);
  if (ofId === null || isDeleted) return null;
  switch (kind) {
    case "version":
      return projectHref(place, "datasets", ofId);
    case "rl_round":
      return projectHref(place, "training", "runs", ofId);
    case "checkpoint":
      return `${projectHref(place, "models", ofId)}?tab=checkpoints`;
    case "alias":
      return `${projectHref(place, "models", ofId)}?tab=aliases`;
    case "run":
      return projectHref(place, "evaluations", ofId, "runs", id);
    default:
      return null;
  }
}
