import { useQuery } from "@tanstack/react-query";
import { projectHref } from "#components/layout/state/navigation.ts";
import { ModelRecent, ModelSpark } from "#components/models/checkpoints/model-spark.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { SmallCurves } from "#components/run/metrics/use-small-curves.tsx";
import { jobQuery, trainingQueueQuery } from "#components/run/queries/training-queries.ts";
import { JobStateBadge } from "#components/run/state/job-state.tsx";
import { whyQueued } from "#components/training/progress/queue-text.ts";
import { Link } from "#components/ui/button/link.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { Fact } from "./model-fact.tsx";

/** The job that began last, or waits to, and what it waits for. */
export function LastJob({ model }: { model: ModelWithSteps }) {
  const { lastJob } = model;
  if (!lastJob)
    return <p className="text-muted">It has not been trained and answers like {model.baseModel} does.</p>;
  return <KnownJob model={model} lastJob={lastJob} />;
}

type KnownJobProps = { model: ModelWithSteps; lastJob: NonNullable<ModelWithSteps["lastJob"]> };

function KnownJob({ model, lastJob }: KnownJobProps) {
  const { entity, project, projectId, can } = useProject();
  const isQueued = lastJob.state === "queued";
  const mayRead = can("training:read");
  const read = useQuery({ ...jobQuery(lastJob.id), enabled: mayRead });
  const queue = useQuery({ ...trainingQueueQuery(projectId), enabled: mayRead && isQueued });
  useProjectLive(["jobs"], () => {
    if (!mayRead) return;
    void read.refetch();
    if (isQueued) void queue.refetch();
  });
  // Of another state, it was read before or after the model was.
  const job = read.data?.state === lastJob.state ? read.data : null;
  const why = job && isQueued ? whyQueued(job, queue.data ?? null) : null;
  return (
    <SmallCurves>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact label="State">
          <JobStateBadge
            state={lastJob.state}
            {...(job
              ? { isStoppedEarly: job.isStoppedEarly, health: job.health, waitingFor: job.waitingFor }
              : {})}
          />
        </Fact>
        <Fact label="Training steps done">{formatCount(lastJob.step)}</Fact>
        <Fact label="Loss">
          <ModelSpark model={model} />
        </Fact>
        <Fact label="Its last training steps">
          <ModelRecent model={model} />
        </Fact>
      </dl>
      {why ? <p className="text-muted text-sm">{why}</p> : null}
      <Link
        href={projectHref({ entity, project }, "training", lastJob.id)}
        className="w-fit rounded-sm text-accent-ink text-sm hover:underline"
      >
        Open the job
      </Link>
    </SmallCurves>
  );
}
