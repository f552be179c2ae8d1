"use client";

import { useQuery } from "@tanstack/react-query";
import { Database, RefreshCw } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { Button } from "#components/ui/button/button.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { QueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import { DatasetChoice, ModelChoice } from "./readiness-choices.tsx";
import { type ReadinessReply, readinessQuery } from "./readiness-queries.ts";
import { nextNumber, notesOn } from "./readiness-text.ts";
import { ReadinessView } from "./readiness-view.tsx";
import { type ReadinessActs, useReadinessActs } from "./use-readiness-acts.ts";
import { useForecast, useOfferedValues, usePlaces } from "./use-readiness-context.ts";

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
