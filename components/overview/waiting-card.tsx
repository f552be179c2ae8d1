import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { membersQuery } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { QueueRow } from "#components/queues/parts/queue-queries.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import { WaitText } from "#components/training/rl/wait-text.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import type { RlWait } from "#lib/contract/reinforcement/rl-people.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { StageCard, StageRow } from "./stage-card.tsx";
import type { Overview } from "./use-overview.ts";

/** More than these nobody takes in at a glance; the lists have the rest. */
const SHOWN = 5;

type Waiting = "queues" | "jobs" | "models" | "promotions" | "loops" | "waits";

/** What waits for whom: checkpoints for an admin, stopped loops and items for people, jobs for the trainer. */
export function WaitingCard({ queues, jobs, models, promotions, loops, waits }: Pick<Overview, Waiting>) {
  const current = useProject();
  const people = useNamesOf(queues.data ?? []);
  const open = (queues.data ?? []).filter(({ summary }) => leftIn(summary) > 0);
  const asked = promotions.data ?? [];
  const stopped = (loops.data ?? []).filter(({ problem }) => problem !== null);
  const runs = waits.data ?? [];
  const waiting = (jobs.data ?? []).filter(isWaiting);
  const names = new Map(models.data?.map(({ id, name }) => [id, name]));
  const mayAnnotate = current.can("queues:annotate");
  return (
    <StageCard
      title="Waiting"
      icon={<Hourglass />}
      queries={[queues, jobs, models, promotions, loops, waits]}
      empty={
        asked.length + stopped.length + open.length + waiting.length + runs.length === 0
          ? "Nothing waits for anybody."
          : null
      }
    >
      {asked.slice(0, SHOWN).map(({ id, modelId, modelName, alias, step }) => (
        <StageRow
          key={id}
          href={`${projectHref(current, "models", modelId)}?tab=aliases`}
          title={`Step ${formatCount(step)} for ${alias}`}
          detail={`of ${modelName}, for approval by an admin`}
          aside={current.can("project:manage") ? <Badge tone="accent">for you</Badge> : null}
        />
      ))}
      <WaitingRuns waits={runs} />
      <StoppedLoops loops={stopped} />
      {open.slice(0, Math.max(0, SHOWN - asked.length)).map((queue) => {
        const { leftForMe } = queue.summary;
        const isMine = mayAnnotate && leftForMe > 0;
        return (
          <StageRow
            key={queue.id}
            href={projectHref(current, "queues", queue.id, ...(isMine ? ["annotate"] : []))}
            title={`${countOf(leftIn(queue.summary), "item")} in ${queue.name}`}
            detail={`for ${people(queue)}`}
            aside={isMine ? <Badge tone="accent">{formatCount(leftForMe)} for you</Badge> : null}
          />
        );
      })}
      {waiting.slice(0, Math.max(0, SHOWN - asked.length - open.length)).map((job) => (
        <StageRow
          key={job.id}
          href={projectHref(current, "training", job.id)}
          title={`Training of ${job.name ?? names.get(job.modelId) ?? "a deleted model"}`}
          detail={job.waitingFor ?? "for the trainer"}
        />
      ))}
    </StageCard>
  );
}

/** Rounds of reinforcement that people are to reward. */
function WaitingRuns({ waits }: { waits: readonly RlWait[] }) {
  const current = useProject();
  return waits
    .slice(0, SHOWN)
    .map(({ runId, name, ...wait }) => (
      <StageRow
        key={runId}
        href={projectHref(current, "training", "runs", runId)}
        title={`Run ${name}, round ${formatCount(wait.round)}`}
        detail={<WaitText {...wait} />}
      />
    ));
}

function StoppedLoops({ loops }: { loops: readonly Loop[] }) {
  const current = useProject();
  return loops
    .slice(0, SHOWN)
    .map(({ id, name, problem }) => (
      <StageRow
        key={id}
        href={projectHref(current, "loops", id)}
        title={`Loop ${name} stopped`}
        detail={problem}
      />
    ));
}

function leftIn({ totalItems, doneItems }: QueueRow["summary"]): number {
  return totalItems - doneItems;
}

function isWaiting({ state, waitingFor }: TrainingJob): boolean {
  return state === "queued" || (waitingFor !== null && !isEndState(state));
}

const NAMES_SHOWN = 3;

/** Who is to annotate a queue. */
function useNamesOf(queues: readonly QueueRow[]): (queue: QueueRow) => string {
  const { entity, project, can } = useProject();
  const areNamed = queues.some(({ annotatorIds }) => annotatorIds.length > 0);
  const members = useQuery({
    ...membersQuery({ entity, project }),
    enabled: can("members:read") && areNamed,
  });
  return ({ annotatorIds }) => {
    if (annotatorIds.length === 0) return "anyone";
    const names = annotatorIds.flatMap((id) => members.data?.find(({ userId }) => userId === id)?.name || []);
    if (names.length === 0) return countOf(annotatorIds.length, "person", "people");
    const more = annotatorIds.length - NAMES_SHOWN;
    return names.slice(0, NAMES_SHOWN).join(", ") + (more > 0 ? ` and ${formatCount(more)} more` : "");
  };
}
