import { kindWords } from "#components/run/state/job-kind.ts";
import { jobName } from "#components/run/state/job-name.ts";
import { JobStateBadge } from "#components/run/state/job-state.tsx";
import type { LiveJob } from "#components/run/state/live-job.ts";
import { JobProgress } from "#components/training/progress/job-progress.tsx";
import { WorkedTime } from "#components/training/progress/worked-time.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { JobRecent, JobSpark } from "./job-spark.tsx";

/** A job as its row shows it. */
export type JobRow = TrainingJob & {
  modelName: string;
  workedMs: number | null;
  waitedMs: number;
  /** Of a job that is followed. */
  live: LiveJob | undefined;
};

const MODEL: DataTableColumn<JobRow> = {
  id: "model",
  header: "Job",
  width: "fill",
  cell: (job) => <JobName job={job} />,
};

/** The job's name, then the model that it trains, then its tags. */
function JobName({ job }: { job: JobRow }) {
  const { name, modelName, tags } = job;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span title={name ? `${name} (${modelName})` : jobName(job, modelName)} className="min-w-0 truncate">
        <span className="font-medium">{jobName(job, modelName)}</span>
        {name ? <span className="ml-2 text-muted">{modelName}</span> : null}
      </span>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <span key={tag} className="shrink-0 max-md:hidden">
          <Badge>{tag}</Badge>
        </span>
      ))}
      {tags.length > SHOWN_TAGS ? (
        <span title={tags.join(", ")} className="shrink-0 text-faint text-xs max-md:hidden">
          +{tags.length - SHOWN_TAGS}
        </span>
      ) : null}
    </span>
  );
}

const SHOWN_TAGS = 2;

const OTHERS: readonly DataTableColumn<JobRow>[] = [
  {
    id: "kind",
    header: "Kind",
    width: "sm",
    wideOnly: true,
    cell: (job) => <abbr title={kindWords(job).label}>{kindWords(job).short}</abbr>,
  },
  {
    id: "state",
    header: "State",
    width: "md",
    cell: ({ state, isStoppedEarly, health, waitingFor }) => (
      <JobStateBadge state={state} isStoppedEarly={isStoppedEarly} health={health} waitingFor={waitingFor} />
    ),
  },
  {
    id: "progress",
    header: "Progress",
    width: "md",
    cell: (job) => <JobProgress job={job} barClassName="max-md:hidden" />,
  },
  {
    id: "loss",
    header: "Loss",
    width: "sm",
    wideOnly: true,
    cell: ({ live, ...job }) => <JobSpark job={job} live={live} />,
  },
  {
    id: "recent",
    header: "Last steps",
    width: "sm",
    wideOnly: true,
    cell: ({ live, ...job }) => <JobRecent job={job} live={live} />,
  },
  {
    id: "created_at",
    header: "Created",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
  },
  {
    id: "duration",
    header: "Duration",
    width: "md",
    align: "end",
    wideOnly: true,
    cell: ({ workedMs, waitedMs }) => <WorkedTime workedMs={workedMs} waitedMs={waitedMs} />,
  },
];

export const JOB_COLUMNS: readonly DataTableColumn<JobRow>[] = [MODEL, ...OTHERS];

/** On the page of one model every job is of that model. */
export const MODEL_JOB_COLUMNS: readonly DataTableColumn<JobRow>[] = [
  {
    id: "result",
    header: "Checkpoint",
    width: "fill",
    cell: ({ checkpointStep, errorMessage }) =>
      checkpointStep === null ? (
        <span title={errorMessage ?? undefined} className="text-muted">
          {errorMessage ?? "none"}
        </span>
      ) : (
        `Step ${checkpointStep}`
      ),
  },
  ...OTHERS,
];
