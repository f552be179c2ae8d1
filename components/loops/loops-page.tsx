"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus, RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { RequestField } from "#components/project/request-field.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { PauseLoop, RunNow, StopAllLoops } from "./loop-acts.tsx";
import { LoopFormDialog } from "./loop-form-dialog.tsx";
import { loopListQuery, useRefreshLoops } from "./loop-queries.ts";
import { AnswersStep, BudgetNote, LoopStrip, RunSentence } from "./loop-strip.tsx";
import { loopWords, runWords, waitsForBudget, whenWords } from "./loop-words.ts";

/** The loops of a project, each as a strip with what its last run made. */
export function LoopsPage() {
  const { can } = useProject();
  if (can("training:read")) return <Loops />;
  return (
    <>
      <PageHeader title="Loops" />
      <NoAccess title="Loops are not open to annotators">Your work waits in the queues.</NoAccess>
    </>
  );
}

function Loops() {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const { get, push, replace } = useSearchState();
  const list = useInfiniteQuery(loopListQuery(projectId));
  const refresh = useRefreshLoops(projectId);
  useProjectLive(["jobs", "queues", "models"], () => void refresh());
  const mayWrite = can("training:write");
  useShortcuts(
    "Loops",
    useMemo(
      () => (mayWrite ? [{ keys: "n", label: "New loop", run: () => push({ make: "new" }) }] : []),
      [mayWrite, push],
    ),
  );
  return (
    <>
      <PageHeader
        title="Loops"
        actions={
          mayWrite ? (
            <>
              {list.data && list.data.length > 0 ? <StopAllLoops /> : null}
              <Button variant="primary" icon={<Plus />} onClick={() => push({ make: "new" })}>
                New loop
              </Button>
            </>
          ) : null
        }
      />
      <LoopList list={list} />
      {mayWrite && get("make") ? (
        <LoopFormDialog
          loop={null}
          onClose={() => replace({ make: null })}
          onSaved={({ id }) => router.push(projectHref({ entity, project }, "loops", id))}
        />
      ) : null}
    </>
  );
}

type List = ReturnType<typeof useInfiniteQuery<unknown, Error, Loop[]>>;

function LoopList({ list }: { list: Pick<List, "data" | "error" | "refetch" | "isFetching"> & PagedList }) {
  if (!list.data)
    return list.error ? (
      <QueryError title="The loops could not be loaded" query={list} />
    ) : (
      <div className="p-4">
        <SkeletonLines label="Loading the loops" lines={6} />
      </div>
    );
  if (list.data.length === 0) return <NoLoops />;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      {list.error ? <QueryErrorBanner title="Could not refresh the loops." query={list} /> : null}
      {list.data.map((loop) => (
        <LoopCard key={loop.id} loop={loop} />
      ))}
      {list.hasNextPage ? (
        <Button className="w-fit" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          More loops
        </Button>
      ) : null}
    </div>
  );
}

type PagedList = Pick<List, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;

function LoopCard({ loop }: { loop: Loop }) {
  const { entity, project, can } = useProject();
  const { lastRun } = loop;
  const { label, tone } = loopWords(loop);
  return (
    <article
      aria-label={`Loop ${loop.name}`}
      className="flex min-w-0 shrink-0 flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h2 className="min-w-0 break-words font-medium text-sm">
            <Link href={projectHref({ entity, project }, "loops", loop.id)} className="hover:underline">
              {loop.name}
            </Link>
          </h2>
          <Badge tone={tone}>{label}</Badge>
          {lastRun && !waitsForBudget(loop) ? (
            <Badge tone={runWords(lastRun).tone}>{`Last run: ${runWords(lastRun).label}`}</Badge>
          ) : null}
        </div>
        {can("training:write") ? (
          <div className="flex flex-wrap items-center gap-1">
            <RunNow loop={loop} />
            <PauseLoop loop={loop} />
          </div>
        ) : null}
      </header>
      <p className="break-words text-muted text-sm">{`${whenWords(loop.when)}, ${loop.modelName} learns from ${loop.datasetName}`}</p>
      {loop.problem ? <p className="break-words text-danger-ink text-sm">{loop.problem}</p> : null}
      <BudgetNote
        loop={loop}
        act={
          can("training:write") ? (
            <Link
              href={projectHref({ entity, project }, "loops", loop.id)}
              className="rounded-sm underline underline-offset-2"
            >
              Raise the limit
            </Link>
          ) : null
        }
      />
      <LoopStrip loop={loop} run={lastRun} first={<AnswersStep loop={loop} />} />
      {lastRun && !waitsForBudget(loop) ? <RunSentence run={lastRun} /> : null}
    </article>
  );
}

function NoLoops() {
  const { can } = useProject();
  return (
    <EmptyState icon={<RefreshCw />} title="No loops yet">
      A loop builds a version of a dataset, trains on it, measures the checkpoint, and asks for an alias: at a
      time, or at a number of new answers.{" "}
      {can("training:write")
        ? "Choose “New loop”, or send:"
        : "An engineer or admin of the project can create one."}
      {can("training:write") ? <FirstRequest /> : null}
    </EmptyState>
  );
}

function FirstRequest() {
  const { projectId } = useProject();
  const body = {
    ...{ project_id: projectId, name: "Every 200 answers", dataset_id: "…" },
    ...{ when: { kind: "answers", count: 200 }, train: { kind: "sft", model_id: "…" } },
  };
  return <RequestField label="Request that creates a loop" path="/loops" body={body} />;
}
