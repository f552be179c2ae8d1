"use client";

import { useQuery } from "@tanstack/react-query";
import { Database, RefreshCw } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { labelsOf } from "#components/graders/parts/own-judge.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { expectedText } from "#components/quality/overview/learning-text.ts";
import { learningCurveQuery } from "#components/quality/quality-queries.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { modelChoicesQuery } from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { QueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import { type ReadinessReply, readinessQuery } from "./readiness-queries.ts";
import { nextNumber, notesOn } from "./readiness-text.ts";
import type { Places } from "./readiness-tiles.tsx";
import { ReadinessView } from "./readiness-view.tsx";
import { type ReadinessActs, useReadinessActs } from "./use-readiness-acts.ts";

/** What the answers of a queue are ready for, and the way on to training. `?dataset=` and `?model=` say which, where there are several. */
export function TrainPage() {
  const { can, role, entity, project } = useProject();
  if (can("datasets:read")) return <Readiness />;
  return (
    <NoAccess title="Training is not open to annotators">
      Your role in {entity}/{project} is {role}. It needs the role viewer, engineer or admin; an admin of the
      project can give it to you.
    </NoAccess>
  );
}

function Readiness() {
  const { projectId } = useProject();
  const queue = useQueue();
  const { get } = useSearchState();
  const asked = { queueId: queue.id, datasetId: get("dataset"), modelId: get("model") };
  const query = useQuery(readinessQuery(projectId, asked));
  const { data, error } = query;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label="Ready to train" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex flex-col gap-5 p-4 lg:p-6">
        {error && data ? <QueryErrorBanner title="Could not count again." query={query} /> : null}
        {data?.readiness ? (
          <Loaded reply={data} readiness={data.readiness} query={query} />
        ) : data ? (
          <NoDataset />
        ) : error ? (
          <QueryError title="What the answers are ready for could not be counted" query={query} />
        ) : (
          <SkeletonLines label="Counting what the answers are ready for" lines={8} />
        )}
      </div>
    </section>
  );
}

/** A dataset says what answers are used for; without one there is nothing to count. */
function NoDataset() {
  const { replace } = useSearchState();
  const { can } = useProject();
  const mayMake = can("datasets:write");
  return (
    <EmptyState
      icon={<Database />}
      title="No dataset takes the answers of this queue"
      actions={
        mayMake ? (
          <Button variant="primary" icon={<Database />} onClick={() => replace({ make: "dataset" })}>
            Make a dataset of the answers
          </Button>
        ) : null
      }
    >
      A dataset says which answers become rows to train on, and who is believed where people differ.
      {mayMake ? "" : " An engineer or admin of the project can make one."}
    </EmptyState>
  );
}

type LoadedProps = {
  reply: ReadinessReply;
  readiness: QueueReadiness;
  query: { refetch: () => unknown; isFetching: boolean };
};

function Loaded({ reply, readiness, query }: LoadedProps) {
  const notes = notesOn(readiness, useOfferedValues(readiness));
  const acts = useReadinessActs(readiness, notes.stops.length === 0);
  const { can } = useProject();
  const mayAct = can("datasets:write") || can("training:write") || can("evaluations:write");
  useActKeys(acts, nextNumber(readiness));
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="mr-auto text-base">Ready to train</h2>
        <DatasetChoice reply={reply} readiness={readiness} />
        <ModelChoice readiness={readiness} />
        <Button
          size="sm"
          variant="ghost"
          icon={<RefreshCw />}
          pending={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Count again
        </Button>
      </div>
      <ReadinessView
        readiness={readiness}
        forecast={useForecast(readiness)}
        notes={notes}
        places={usePlaces(readiness)}
        acts={mayAct ? acts : null}
      />
    </>
  );
}

/** The keys stay registered while what they do is drawn again. */
function useActKeys(acts: ReadinessActs, number: number): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  }, [acts]);
  const [mayBuild, mayTrain, mayEvaluate] = [acts.build, acts.train, acts.evaluate].map(
    (act) => act !== null,
  );
  useShortcuts(
    "Train",
    useMemo(() => {
      const run = (act: "build" | "train" | "evaluate") => () => latest.current[act]?.();
      return [
        { keys: "b", label: `Build v${number}`, run: mayBuild ? run("build") : null },
        { keys: "mod+enter", label: `Train on v${number}`, run: mayTrain ? run("train") : null },
        { keys: "e", label: "Evaluate models by the dataset", run: mayEvaluate ? run("evaluate") : null },
      ];
    }, [number, mayBuild, mayTrain, mayEvaluate]),
  );
}

/** A link where there is only one. */
function DatasetChoice({
  reply: { datasets },
  readiness: { dataset },
}: Pick<LoadedProps, "reply" | "readiness">) {
  const { entity, project } = useProject();
  const { replace } = useSearchState();
  if (datasets.length < 2)
    return (
      <Link
        href={projectHref({ entity, project }, "datasets", dataset.id)}
        className="min-w-0 truncate rounded-sm text-accent-ink text-sm underline underline-offset-2"
      >
        {dataset.name}
      </Link>
    );
  return (
    <Select
      size="sm"
      className="w-56!"
      aria-label="Dataset"
      value={dataset.id}
      onValueChange={(id) => replace({ dataset: id })}
      options={datasets.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

const NEW = "new";

/** What is to be trained; tokens and time hang on its base model. */
function ModelChoice({ readiness: { training } }: Pick<LoadedProps, "readiness">) {
  const { projectId } = useProject();
  const { replace } = useSearchState();
  const models = useQuery(modelChoicesQuery(projectId)).data ?? [];
  if (!training || models.length === 0) return null;
  return (
    <Select
      size="sm"
      className="w-48!"
      aria-label="Model"
      value={training.modelId ?? NEW}
      onValueChange={(id) => replace({ model: id === NEW ? null : id })}
      options={[
        ...(training.modelId === null ? [{ value: NEW, label: "A new model" }] : []),
        ...models.map(({ id, name, baseModel }) => ({ value: id, label: name, help: baseModel })),
      ]}
    />
  );
}

/** What people could have said, where the rows teach values. */
function useOfferedValues({ dataset, agreement }: QueueReadiness): string[] {
  const { projectId } = useProject();
  const queue = useQueue();
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs)).data ?? [];
  const field = fields.find(({ ref }) => ref === agreement?.ref);
  const teaches = dataset.recipe.sources.some(
    (one) => "use" in one && (one.use === "labels" || one.use === "judge"),
  );
  return field && teaches ? labelsOf(field) : [];
}

/** What more answers promise; nothing where nobody can know. */
function useForecast({ agreement }: QueueReadiness): string | null {
  const { projectId } = useProject();
  const queue = useQueue();
  const curves = useQuery(learningCurveQuery(projectId, queue.id));
  const curve = curves.data?.fields.find(({ ref }) => ref === agreement?.ref);
  return curve?.expected ? expectedText(curve.expected) : null;
}

function usePlaces({ agreement, dataset }: QueueReadiness): Places {
  const { entity, project } = useProject();
  const queue = useQueue();
  const to = (...segments: string[]) => projectHref({ entity, project }, ...segments);
  const field = agreement ? `?field=${encodeURIComponent(agreement.ref)}` : "";
  const quality = `${to("queues", queue.id, "quality")}${field}`;
  return {
    quality,
    disagreements: `${quality}${field === "" ? "?" : "&"}undecided=1`,
    forecast: quality,
    rows: dataset.latestVersion ? to("datasets", dataset.id) : null,
    jobs: to("training"),
    items: to("queues", queue.id, "items"),
    item: (queueId, itemId) => `${to("queues", queueId, "items")}?item=${encodeURIComponent(itemId)}`,
  };
}
