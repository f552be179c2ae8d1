"use client";

import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useMeasured, usePromotionAdvice } from "#components/models/aliases/use-promotion-advice.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useNow } from "#components/run/state/use-now.ts";
import { ImportBar } from "#components/threads/import/import-bar.tsx";
import { ImportDialog } from "#components/threads/import/import-dialog.tsx";
import { ImportDrop } from "#components/threads/import/import-drop.tsx";
import { useThreadImport } from "#components/threads/import/use-thread-import.ts";
import { candidateOf } from "./candidate-words.ts";
import { ModelsCard, TrainingCard } from "./learned-cards.tsx";
import { alsoWaiting, nextStep } from "./next-step.ts";
import { NextStepCard } from "./next-step-card.tsx";
import { ProductionCard } from "./production-card.tsx";
import { DatasetsCard, QueuesCard, ThreadsCard } from "./recorded-cards.tsx";
import type { NextStep } from "./standing.ts";
import { type Overview, useOverview } from "./use-overview.ts";
import { WaitingCard } from "./waiting-card.tsx";

/** A project's first page: what to do next, and how far each stage is, from conversations to models. */
export function OverviewPage() {
  const { can } = useProject();
  if (can("threads:read")) return <Stages />;
  return (
    <>
      <PageHeader title="Overview" />
      <NoAccess title="The overview is not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

function Stages() {
  const { can } = useProject();
  const overview = useOverview();
  const importing = useThreadImport();
  const next = useNextStep(overview);
  const advice = usePromotionAdvice(next ? candidateOf(next.step) : null);
  const onFiles = can("calls:write") ? importing.open : null;
  return (
    <ImportDrop onFiles={onFiles}>
      <PageHeader title="Overview">
        {next && !ON_AN_IMPORT.has(next.step.kind) ? null : <ImportBar importing={importing} />}
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex flex-col gap-4 p-4">
          <NextStepCard
            step={next === null ? null : next?.step}
            advice={advice}
            waiting={next?.waiting ?? null}
            onFiles={importing.open}
          />
          <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            <ThreadsCard {...overview} />
            <QueuesCard {...overview} />
            <DatasetsCard {...overview} />
            <TrainingCard {...overview} />
            <ModelsCard {...overview} />
            <ProductionCard {...overview} />
            <WaitingCard {...overview} />
          </div>
        </div>
      </div>
      <ImportDialog importing={importing} />
    </ImportDrop>
  );
}

/** What an import is followed by; once that is done, its result has nothing more to say here. */
const ON_AN_IMPORT: ReadonlySet<NextStep["kind"]> = new Set(["import", "make-queue", "fill-queue"]);

type Next = { step: NextStep; waiting: ReturnType<typeof alsoWaiting> };

/** Undefined while what it goes by is still read, null where some of that could not be. */
function useNextStep(overview: Overview): Next | null | undefined {
  const { threads, queues, datasets, jobs, models, evaluations, graders, served, promotions, loops } =
    overview;
  const { can } = useProject();
  const now = useNow(false);
  const measured = useMeasured(measuredModelOf(overview));
  const read = [threads, queues, datasets, jobs, models, evaluations, graders, served, loops];
  if (
    threads.data &&
    queues.data &&
    datasets.data &&
    jobs.data &&
    models.data &&
    evaluations.data &&
    graders.data &&
    served.data &&
    loops.data
  ) {
    const standing = {
      threads: threads.data.threads,
      queues: queues.data,
      datasets: datasets.data,
      jobs: jobs.data,
      areAllJobs: !jobs.hasNextPage,
      models: models.data,
      evaluations: evaluations.data,
      measuredSteps: measured?.flatMap(({ runs }) => runs.map(({ step }) => step)) ?? [],
      graders: graders.data,
      served: served.data.checkpoints,
      isAllServed: served.data.totalCount <= served.data.checkpoints.length,
      promotions: promotions.data ?? [],
      loops: loops.data,
      now,
    };
    const step = nextStep(standing, can);
    return { step, waiting: alsoWaiting(step, standing, can) };
  }
  return read.some(({ error }) => error) ? null : undefined;
}

/** Whose steps are asked about: that of the newest job, where that has made one. */
function measuredModelOf({ jobs }: Overview): string | null {
  const newest = jobs.data?.[0];
  return newest?.trainingEnd && newest.checkpointStep !== null ? newest.modelId : null;
}
