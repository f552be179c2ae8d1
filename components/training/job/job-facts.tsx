"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { modelQuery } from "#components/run/queries/model-queries.ts";
import { kindWords } from "#components/run/state/job-kind.ts";
import { STATE_LABELS } from "#components/run/state/job-state.tsx";
import { isEndState, type LiveJob } from "#components/run/state/live-job.ts";
import { waitedMs, workedMs } from "#components/run/state/shown-job.ts";
import { sourceText } from "#components/run/state/source-text.ts";
import { msIn, stateTimes } from "#components/run/state/state-times.ts";
import { useNow } from "#components/run/state/use-now.ts";
import { JobProgress } from "#components/training/progress/job-progress.tsx";
import { TimeLeft } from "#components/training/progress/time-left.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { formatCount, formatDuration } from "#components/ui/text/format.ts";
import type { TrainingJobDetail } from "#lib/contract/training/training.ts";
import { flatGroupsText } from "./flat-groups.ts";

type JobFactsProps = { job: TrainingJobDetail; live: LiveJob };

/** What is known of a job in a line or two, and how long it was in each state. */
export function JobFacts({ job, live }: JobFactsProps) {
  const isOver = isEndState(job.state);
  const now = useNow(!isOver);
  const flat = flatGroupsText(live.groups);
  const hasBegun = job.totalSteps !== null;
  const speed =
    job.state === "queued" ? null : speedText(live, isOver ? msIn("running", job.states, now) : null);
  return (
    <div className="border-line border-b px-4 py-1.5 text-sm">
      {/* What changes while one looks has a width of its own, and the times a line where they do not fit, so that nothing below moves. Once it is over nothing changes, and all is said in full. */}
      <div className={`flex flex-wrap items-center gap-x-5 gap-y-1 ${isOver ? "" : "xl:flex-nowrap"}`}>
        <dl
          className={`flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 ${isOver ? "" : "xl:flex-nowrap"}`}
        >
          {hasBegun ? (
            <>
              <Fact label="Training steps" className="w-44 shrink-0">
                <JobProgress job={job} />
              </Fact>
              {isOver && speed === null ? null : (
                <Fact label={isOver ? "Mean speed" : "Speed"} className="shrink-0">
                  <span className="min-w-24" title={isOver ? MEAN_SPEED : undefined}>
                    {speed ?? "–"}
                  </span>
                </Fact>
              )}
            </>
          ) : null}
          {isOver ? (
            job.checkpointStep === null ? null : (
              <Fact label="Checkpoint">
                <CheckpointLink job={job} />
                {job.keptStep === null || job.keptStep === job.step ? null : (
                  <span className="shrink-0 text-muted">after training step {formatCount(job.keptStep)}</span>
                )}
              </Fact>
            )
          ) : hasBegun ? (
            <Fact label="Time left" className="w-64">
              <TimeLeft jobId={job.id} isRunning={job.state === "running"} now={now} />
            </Fact>
          ) : null}
          <Fact label="Method" className="shrink-0">
            <abbr title={kindWords(job).label} className="no-underline">
              {kindWords(job).short}
            </abbr>
          </Fact>
          <Fact label="Data">
            <span title={sourceText(job.source)} className="max-w-80 truncate">
              {sourceText({ ...job.source, bytes: null })}
            </span>
          </Fact>
          {job.startedFromStep === null || job.startedFromStep === 0 ? null : (
            <Fact label="Started" className="shrink-0">
              from checkpoint step {job.startedFromStep}
            </Fact>
          )}
          <Fact label="Created" className="shrink-0">
            <Time value={job.createdAt} className="text-muted" />
          </Fact>
        </dl>
        {waitedMs(job, now) < 1_000 ? (
          <StateTimes job={job} live={live} now={now} />
        ) : (
          <TurnTimes job={job} live={live} now={now} />
        )}
      </div>
      {flat === null ? null : <p className="mt-1 text-muted">{flat}</p>}
      {job.note ? <p className="mt-1 whitespace-pre-wrap break-words text-muted">{job.note}</p> : null}
    </div>
  );
}

type FactProps = { label: string; className?: string; children: ReactNode };

/** The words say what they are; their names are for who does not see them, and for the pointer. */
function Fact({ label, className = "", children }: FactProps) {
  return (
    <div title={label} className={`flex min-w-0 items-center ${className}`}>
      <dt className="sr-only">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-x-1 tabular-nums">{children}</dd>
    </div>
  );
}

/** Queued 3 s › Validating 1 s › Running 2 min. */
function StateTimes({ job, live, now }: JobFactsProps & { now: Date }) {
  const states = live.states.length >= job.states.length ? live.states : job.states;
  const times = stateTimes(states, now);
  if (times.length === 0) return null;
  return (
    <ol
      aria-label="Time in each state"
      className="flex flex-wrap gap-x-2 gap-y-1 text-muted text-xs ml-auto max-xl:w-full xl:shrink-0 xl:flex-nowrap"
    >
      {times.map(({ state, since, ms }, at) => (
        <li key={since.getTime() + state} className="flex gap-x-1 tabular-nums">
          {at > 0 ? (
            <span aria-hidden="true" className="pr-1 text-faint">
              ›
            </span>
          ) : null}
          <span className={at === times.length - 1 ? "font-medium text-ink" : ""}>{STATE_LABELS[state]}</span>
          {ms === null ? null : wholeSeconds(ms)}
        </li>
      ))}
    </ol>
  );
}

/** Of a job that made way for others, one sum in place of a state for each turn. */
function TurnTimes({ job, live, now }: JobFactsProps & { now: Date }) {
  const states = live.states.length >= job.states.length ? live.states : job.states;
  const turns = states.filter(({ state }) => state === "running").length;
  return (
    <p className="ml-auto text-muted text-xs tabular-nums max-xl:w-full xl:shrink-0">
      Worked for {wholeSeconds(workedMs(job, now) ?? 0)}
      {turns > 1 ? ` in ${turns} turns` : ""}, waited for {wholeSeconds(waitedMs(job, now))} in between
    </p>
  );
}

/** The clock moves once a second, so tenths of it would only flicker. */
function wholeSeconds(ms: number): string {
  return ms < 60_000 ? `${Math.floor(ms / 1_000)} s` : formatDuration(ms);
}

const MEAN_SPEED =
  "Tokens of all steps over the time in which the job was running, samples and checkpoints included";

/** The trainer's last reported speed; for an ended job, the mean over all its steps. */
function speedText({ speed, tokens }: LiveJob, trainedMs: number | null): string | null {
  const perSecond = trainedMs ? (tokens / trainedMs) * 1_000 : speed?.tokensPerSecond;
  return perSecond ? `${formatCount(Math.round(perSecond))} tokens/s` : null;
}

function CheckpointLink({ job: { modelId, checkpointStep } }: { job: TrainingJobDetail }) {
  const { entity, project } = useProject();
  const model = useQuery(modelQuery(modelId));
  if (checkpointStep === null) return "none";
  if (!model.data) return `Checkpoint step ${checkpointStep}`;
  return (
    <Link
      href={projectHref({ entity, project }, "models", modelId)}
      title={`Checkpoint step ${checkpointStep} of ${model.data.name}`}
      className="min-w-24 max-w-72 truncate rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
    >
      Checkpoint step {checkpointStep} of {model.data.name}
    </Link>
  );
}
