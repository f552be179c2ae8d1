"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { DeleteLoop, PauseLoop, RunNow } from "./loop-acts.tsx";
import { LoopFormDialog } from "./loop-form-dialog.tsx";
import { LoopHistory } from "./loop-history.tsx";
import { loopQuery, useRefreshLoops } from "./loop-queries.ts";
import { AnswersStep, BudgetNote, LoopStrip } from "./loop-strip.tsx";
import { learningWords, loopWords, measureWords, whenWords } from "./loop-words.ts";

/** One loop: where it is, what it does, and its runs. */
export function LoopPage({ loopId }: { loopId: string }) {
  const { projectId, entity, project, can } = useProject();
  const mayRead = can("training:read");
  const found = useQuery({ ...loopQuery(projectId, loopId), enabled: mayRead });
  useDocumentName(found.data?.name);
  const refresh = useRefreshLoops(projectId);
  useProjectLive(["jobs", "queues", "models"], () => void refresh());
  if (!mayRead)
    return (
      <NoAccess isPage title="Loops are not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  if (found.data)
    return (
      <LoadedLoop
        loop={found.data}
        refused={found.error ? <QueryErrorBanner title="Could not refresh the loop." query={found} /> : null}
      />
    );
  if (found.error instanceof ApiError && found.error.status === 404)
    return (
      <EmptyState
        isPage
        title="This loop does not exist"
        actions={<ButtonLink href={projectHref({ entity, project }, "loops")}>See the loops</ButtonLink>}
      />
    );
  if (found.error) return <QueryError title="The loop could not be loaded" query={found} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the loop" lines={6} />
    </div>
  );
}

function LoadedLoop({ loop, refused }: { loop: Loop; refused: ReactNode }) {
  const { entity, project, can } = useProject();
  const router = useRouter();
  const [open, setOpen] = useState<"edit" | "budget" | "delete" | null>(null);
  const mayWrite = can("training:write");
  const href = projectHref({ entity, project }, "loops");
  useShortcuts(
    "Loop",
    useMemo(
      () => (mayWrite ? [{ keys: "e", label: "Edit the loop", run: () => setOpen("edit") }] : []),
      [mayWrite],
    ),
  );
  const { label, tone } = loopWords(loop);
  return (
    <>
      <PageHeader
        title={loop.name}
        back={
          <ButtonLink href={href} variant="ghost" size="sm" icon={<ArrowLeft />}>
            Loops
          </ButtonLink>
        }
        meta={<Badge tone={tone}>{label}</Badge>}
        actions={
          mayWrite ? (
            <>
              <RunNow loop={loop} />
              <PauseLoop loop={loop} />
              <IconButton
                size="sm"
                label="Edit the loop"
                keys="e"
                icon={<Pencil />}
                onClick={() => setOpen("edit")}
              />
              <IconButton
                size="sm"
                label="Delete the loop"
                icon={<Trash2 />}
                onClick={() => setOpen("delete")}
              />
            </>
          ) : null
        }
      />
      {refused}
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        {loop.problem ? (
          <p
            role="status"
            className="break-words rounded-md bg-danger-tint px-3 py-2 text-danger-ink text-sm"
          >
            {`It stopped: ${loop.problem}. Edit and save it, or set it to work again.`}
          </p>
        ) : null}
        <BudgetNote
          loop={loop}
          act={
            mayWrite ? (
              <Button size="sm" onClick={() => setOpen("budget")}>
                Raise the limit
              </Button>
            ) : null
          }
        />
        <LoopStrip loop={loop} run={loop.lastRun} first={<AnswersStep loop={loop} />} />
        <Facts loop={loop} />
        <LoopHistory loop={loop} />
      </div>
      {open === "edit" || open === "budget" ? (
        <LoopFormDialog
          loop={loop}
          isAboutBudget={open === "budget"}
          onClose={() => setOpen(null)}
          onSaved={() => setOpen(null)}
        />
      ) : null}
      {open === "delete" ? (
        <DeleteLoop loop={loop} onClose={() => setOpen(null)} onDeleted={() => router.push(href)} />
      ) : null}
    </>
  );
}

const STARTS = {
  newest: "from its newest step",
  first: "from its first step",
  alias: "from the alias’s step",
};

function Facts({ loop }: { loop: Loop }) {
  const { entity, project } = useProject();
  const { personName } = useNaming();
  const { train, measure, promote, maxJobs, jobsOfDay } = loop;
  const place = { entity, project };
  const linked = "rounded-sm underline underline-offset-2 hover:text-ink";
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <Fact label="Begins">{whenWords(loop.when)}</Fact>
      <Fact label="Dataset">
        <Link href={projectHref(place, "datasets", loop.datasetId)} className={linked}>
          {loop.datasetName}
        </Link>
      </Fact>
      <Fact label="Trains">
        <Link href={projectHref(place, "models", train.modelId)} className={linked}>
          {loop.modelName}
        </Link>{" "}
        {STARTS[train.start]}
      </Fact>
      <Fact label="Learns">{learningWords(train)}</Fact>
      {measure ? (
        <Fact label="Measures">
          <Link href={projectHref(place, "evaluations", measure.evaluationId)} className={linked}>
            {loop.evaluationName}
          </Link>
          {`: ${measureWords(measure, loop.lastRun?.gain ?? null)}`}
        </Fact>
      ) : null}
      {promote ? (
        <Fact label="Then">{`${promote.act === "move" ? "moves" : "asks for"} ${promote.alias}`}</Fact>
      ) : null}
      <Fact label="Acts for">{personName(loop.updatedBy)}</Fact>
      <Fact label="Jobs in 24 hours">{`${jobsOfDay} of at most ${maxJobs}`}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
