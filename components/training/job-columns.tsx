import type { DataTableColumn } from "#components/ui/data-table.tsx";
import { formatDuration } from "#components/ui/format.ts";
import { Time } from "#components/ui/time.tsx";
import type { TrainingJob } from "#lib/contract/training.ts";
import { JobProgress } from "./job-progress.tsx";
import { JobRecent, JobSpark } from "./job-spark.tsx";
import { JobStateBadge, KIND_LABELS } from "./job-state.tsx";
import type { LiveJob } from "./live-job.ts";

/** A job as its row shows it. */
export type JobRow = TrainingJob & {
  modelName: string;
  trainingMs: number | null;
  /** Of a job that is followed. */
  live: LiveJob | undefined;
};

const MODEL: DataTableColumn<JobRow> = {
  id: "model",
  header: "Model",
  width: "fill",
  cell: ({ modelName }) => (
    <span title={modelName} className="font-medium">
      {modelName}
    </span>
  ),
};

const OTHERS: readonly DataTableColumn<JobRow>[] = [
  {
    id: "kind",
    header: "Kind",
    width: "xs",
    wideOnly: true,
    cell: ({ kind }) => <abbr title={KIND_LABELS[kind].label}>{KIND_LABELS[kind].short}</abbr>,
  },
  { id: "state", header: "State", width: "md", cell: ({ state }) => <JobStateBadge state={state} /> },
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
    header: "Last 20 steps",
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
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ trainingMs }) => formatDuration(trainingMs),
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
