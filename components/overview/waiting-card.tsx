import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { waitsForBudget } from "#components/loops/loop-words.ts";
import { membersQuery } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { QueueRow } from "#components/queues/parts/queue-queries.ts";
import { isEndState } from "#components/run/state/live-job.ts";
import { meQuery } from "#components/session/session-queries.ts";
import { webhooksQuery } from "#components/settings/webhooks/webhook-queries.ts";
import { WaitText } from "#components/training/waits/wait-text.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import type { RlWait } from "#lib/contract/reinforcement/rl-people.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { StageCard, StageRow } from "./stage-card.tsx";
import type { Overview } from "./use-overview.ts";

/** As many as fit a glance, of all kinds together. */
const SHOWN = 7;
/** Nothing announces that an address refuses what is sent there. */
const WEBHOOKS_MS = 60_000;

type Waiting = "queues" | "jobs" | "models" | "promotions" | "refused" | "loops" | "waits";

/** What waits for whom: checkpoints for an admin, runs, items and stopped loops for people, jobs for the trainer. */
export function WaitingCard({
  queues,
  jobs,
  models,
  promotions,
  refused,
  loops,
  waits,
}: Pick<Overview, Waiting>) {
  const current = useProject();
  const me = useQuery(meQuery).data?.userId;
  const people = useNamesOf(queues.data ?? []);
  const names = new Map(models.data?.map(({ id, name }) => [id, name]));
  const off = useWebhooksOff();
  const mayAnnotate = current.can("queues:annotate");
  const rows = [
    ...(promotions.data ?? []).map((asked) => <AskedAlias key={asked.id} {...asked} />),
    ...(refused.data ?? [])
      .filter(({ refusalStands, askedBy }) => refusalStands && askedBy === me)
      .map((one) => <RefusedAlias key={one.id} {...one} />),
    ...(waits.data ?? []).map((wait) => <WaitingRun key={wait.runId} {...wait} />),
    ...(loops.data ?? [])
      .filter(({ problem }) => problem !== null)
      .map((loop) => <StoppedLoop key={loop.id} {...loop} />),
    ...off.map(({ id, url, problem }) => (
      <StageRow
        key={id}
        href={`${projectHref(current, "settings")}?tab=webhooks`}
        title={`Webhook ${url} is switched off`}
        detail={problem}
      />
    )),
    ...(loops.data ?? []).filter(waitsForBudget).map((loop) => <WaitingLoop key={loop.id} {...loop} />),
    ...(queues.data ?? [])
      .filter(({ summary }) => leftIn(summary) > 0)
      .map((queue) => {
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
      }),
    ...(jobs.data ?? [])
      .filter(isWaiting)
      .map((job) => (
        <StageRow
          key={job.id}
          href={projectHref(current, "training", job.id)}
          title={`Training of ${job.name ?? names.get(job.modelId) ?? "a deleted model"}`}
          detail={job.waitingFor ?? "for the trainer"}
        />
      )),
  ];
  return (
    <StageCard
      title="Waiting"
      icon={<Hourglass />}
      isWide
      queries={[queues, jobs, models, promotions, refused, loops, waits]}
      empty={rows.length === 0 ? "Nothing waits for anybody." : null}
    >
      {rows.slice(0, SHOWN)}
      {rows.length > SHOWN ? (
        <li className="px-4 py-1.5 text-muted text-xs">and {formatCount(rows.length - SHOWN)} more</li>
      ) : null}
    </StageCard>
  );
}

/** Those that their address has switched off, which only who manages the project may know. */
function useWebhooksOff() {
  const { projectId, can } = useProject();
  const webhooks = useQuery({
    ...webhooksQuery(projectId),
    enabled: can("project:manage"),
    refetchInterval: WEBHOOKS_MS,
  });
  return (webhooks.data ?? []).filter(({ isEnabled, problem }) => !isEnabled && problem !== null);
}

function AskedAlias({ modelId, modelName, alias, step }: Promotion) {
  const current = useProject();
  return (
    <StageRow
      href={`${projectHref(current, "models", modelId)}?tab=aliases`}
      title={`Promote step ${formatCount(step)} to ${alias}`}
      detail={`of ${modelName}, for approval by an admin`}
      aside={current.can("project:manage") ? <Badge tone="accent">for you</Badge> : null}
    />
  );
}

/** What its reader asked for and did not get: they ask again, or for another step. */
function RefusedAlias({ modelId, modelName, alias, step, decidedBy, decision }: Promotion) {
  const current = useProject();
  const { personName } = useNaming();
  const by = decidedBy === null ? "" : ` by ${personName(decidedBy)}`;
  return (
    <StageRow
      href={`${projectHref(current, "models", modelId)}?tab=aliases`}
      title={`Step ${formatCount(step)} for ${alias} was refused${by}`}
      detail={decision === null ? `of ${modelName}` : `of ${modelName}: “${decision}”`}
      aside={<Badge tone="accent">for you</Badge>}
    />
  );
}

/** A round of reinforcement that people are to reward; annotators are led to the items. */
function WaitingRun({ runId, name, queueId, ...wait }: RlWait) {
  const current = useProject();
  const isMine = current.can("queues:annotate");
  return (
    <StageRow
      href={
        isMine
          ? projectHref(current, "queues", queueId, "annotate")
          : projectHref(current, "training", "runs", runId)
      }
      title={`${name === null ? "A run" : `Run ${name}`}, round ${formatCount(wait.round)}`}
      detail={<WaitText {...wait} />}
      aside={isMine ? <Badge tone="accent">for you</Badge> : null}
    />
  );
}

function StoppedLoop({ id, name, problem }: Loop) {
  const current = useProject();
  return (
    <StageRow href={projectHref(current, "loops", id)} title={`Loop ${name} stopped`} detail={problem} />
  );
}

/** A run that continues by itself, once the loop may make a job again. */
function WaitingLoop({ id, name, jobsOfDay, nextJobAt, lastRun }: Loop) {
  const current = useProject();
  const what = lastRun && lastRun.version !== null ? ` to train on v${formatCount(lastRun.version)}` : "";
  return (
    <StageRow
      href={projectHref(current, "loops", id)}
      title={`Loop ${name}`}
      detail={
        <>
          {`waits${what}: ${countOf(jobsOfDay, "job")} in 24 hours made, continues `}
          <Time value={nextJobAt} />
        </>
      }
    />
  );
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
