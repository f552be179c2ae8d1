"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { projectHref } from "#components/layout/navigation.ts";
import { modelQuery } from "#components/models/model-queries.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { formatCount, formatDuration } from "#components/ui/format.ts";
import { IdChip } from "#components/ui/id-chip.tsx";
import { Time } from "#components/ui/time.tsx";
import type { TrainingJob } from "#lib/contract/training.ts";
import { JobProgress } from "./job-progress.tsx";
import { KIND_LABELS } from "./job-state.tsx";
import { isEndState, type LiveJob } from "./live-job.ts";
import { formatMetric } from "./metric-points.ts";
import { trainingMs } from "./shown-job.ts";
import { useNow } from "./use-now.ts";

type JobFactsProps = { job: TrainingJob; live: LiveJob };

/** What is known of a job in a line or two. */
export function JobFacts({ job, live }: JobFactsProps) {
  const isOver = isEndState(job.state);
  const now = useNow(!isOver);
  const trainedMs = trainingMs(job, now);
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-line border-b px-4 py-3 sm:grid-cols-3 xl:grid-cols-6">
      <Fact label="Steps">
        <JobProgress job={job} />
      </Fact>
      <Fact label={isOver ? "Trained for" : `${stateWord(job)} for`}>{timeIn(job, live, now)}</Fact>
      <Fact label="Speed">{speedText(live, isOver ? trainedMs : null)}</Fact>
      {isOver ? (
        <Fact label="Checkpoint">
          <CheckpointLink job={job} />
        </Fact>
      ) : (
        <Fact label="Time left">
          {live.speed?.secondsLeft == null ? "–" : `about ${wholeSeconds(live.speed.secondsLeft * 1_000)}`}
        </Fact>
      )}
      <Fact label="Kind">
        {KIND_LABELS[job.kind].label}
        {live.groups.length > 0 ? <Groups groups={live.groups} /> : null}
      </Fact>
      <Fact label="Created">
        <Time value={job.createdAt} /> <IdChip id={job.id} kind="job id" keep={9} />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-faint text-xs">{label}</dt>
      <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-1">{children}</dd>
    </div>
  );
}

function stateWord({ state }: TrainingJob): string {
  return state.charAt(0).toUpperCase() + state.slice(1);
}

/** How long it is in its state, or how long it trained in all. */
function timeIn(job: TrainingJob, { stateSince }: LiveJob, now: Date): string {
  if (isEndState(job.state)) return formatDuration(trainingMs(job, now));
  const since = stateSince ?? job.createdAt;
  return wholeSeconds(Math.max(0, now.getTime() - since.getTime()));
}

/** The clock moves once a second, so tenths of it would only flicker. */
function wholeSeconds(ms: number): string {
  return ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms);
}

/** What the trainer told last; of a job that is over, the mean of all its steps. */
function speedText({ speed, tokens }: LiveJob, trainedMs: number | null): string {
  const perSecond = trainedMs ? (tokens / trainedMs) * 1_000 : speed?.tokensPerSecond;
  return perSecond ? `${formatCount(Math.round(perSecond))} tokens/s` : "–";
}

function CheckpointLink({ job: { modelId, checkpointStep } }: { job: TrainingJob }) {
  const { entity, project } = useProject();
  const model = useQuery(modelQuery(modelId));
  if (checkpointStep === null) return "none";
  if (!model.data) return `Step ${checkpointStep}`;
  return (
    <Link
      href={projectHref({ entity, project }, "models", modelId)}
      className="min-w-0 truncate rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
    >
      Step {checkpointStep} of {model.data.name}
    </Link>
  );
}

function Groups({ groups }: { groups: LiveJob["groups"] }) {
  const rewards = groups.flat();
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / Math.max(rewards.length, 1);
  return (
    <span className="text-muted">
      {formatCount(groups.length)} groups, mean reward {formatMetric(mean)}
    </span>
  );
}
