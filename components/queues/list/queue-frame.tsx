"use client";

import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, ArrowLeft, ChevronDown, PenLine } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { QueryError, QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { QueueFormSheet } from "#components/queues/form/queue-form-sheet.tsx";
import { QueueProvider } from "#components/queues/parts/queue-context.ts";
import { queueQuery, queueSummaryQuery, useRefreshQueues } from "#components/queues/parts/queue-queries.ts";
import { useIsFinished } from "#components/queues/parts/use-is-finished.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { TabLinks } from "#components/ui/button/tab-links.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { PHONE, useMediaQuery } from "#components/ui/use-platform.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { DeleteQueueDialog } from "./delete-queue-dialog.tsx";
import { QueueMenu } from "./queue-menu.tsx";
import { useArchiveQueue } from "./use-archive-queue.ts";
import { useQualityRefresh } from "./use-quality-refresh.ts";

type QueueFrameProps = {
  queueId: string;
  /** What else can be done with the queue; inside it `useQueue` is there. */
  actions: ReactNode;
  /** The same as items of the menu, where a phone has no room for buttons. */
  menuItems: ReactNode;
  children: ReactNode;
};

/** What all pages of one queue share: its name, its parts, what can be done with it. */
export function QueueFrame({ queueId, actions, menuItems, children }: QueueFrameProps) {
  const { projectId } = useProject();
  const queue = useQuery(queueQuery(projectId, queueId));
  useDocumentName(queue.data?.name);
  const refresh = useRefreshQueues(projectId);
  const refreshQuality = useQualityRefresh(projectId, queueId);
  useProjectLive(["queues"], () => {
    void refresh();
    refreshQuality();
  });
  if (queue.data)
    return (
      <QueueProvider value={queue.data}>
        <QueueHeader queue={queue.data} actions={actions} menuItems={menuItems} />
        {queue.error ? <QueryErrorBanner title="Could not refresh the queue." query={queue} /> : null}
        {children}
      </QueueProvider>
    );
  if (queue.error instanceof ApiError && queue.error.status === 404) return <NoQueue />;
  if (queue.error) return <QueryError title="The queue could not be loaded" query={queue} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the queue" lines={6} />
    </div>
  );
}

function NoQueue() {
  const { entity, project } = useProject();
  return (
    <EmptyState
      isPage
      title="This queue does not exist"
      actions={<ButtonLink href={projectHref({ entity, project }, "queues")}>See the queues</ButtonLink>}
    >
      It may have been deleted. Its annotations are kept with the calls.
    </EmptyState>
  );
}

type QueueHeaderProps = Pick<QueueFrameProps, "actions" | "menuItems"> & { queue: Queue };

function QueueHeader({ queue, actions, menuItems }: QueueHeaderProps) {
  const { entity, project, can } = useProject();
  const router = useRouter();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const listHref = projectHref({ entity, project }, "queues");
  const deskHref = projectHref({ entity, project }, "queues", queue.id, "annotate");
  const archive = useArchiveQueue(queue);
  const canAnnotate = useCanAnnotate(queue);
  const isPhone = useMediaQuery(PHONE);
  const isFinished = useIsFinished(queue);
  useQueueKeys(queue.id, canAnnotate);
  const menu = (
    <QueueMenu
      queue={queue}
      hasPlaces={false}
      onEdit={() => setOpen("edit")}
      onDelete={() => setOpen("delete")}
      trigger={<Button icon={<ChevronDown />}>Actions</Button>}
    >
      {isPhone ? menuItems : null}
    </QueueMenu>
  );
  const annotate = canAnnotate ? (
    <ButtonLink href={deskHref} variant={isFinished ? "secondary" : "primary"} icon={<PenLine />}>
      Annotate
    </ButtonLink>
  ) : null;
  return (
    <PageHeader
      title={queue.name}
      meta={queue.isArchived ? <Badge>Archived</Badge> : null}
      back={
        <ButtonLink href={listHref} variant="ghost" size="sm" icon={<ArrowLeft />}>
          Queues
        </ButtonLink>
      }
      actions={
        isPhone ? (
          <>
            {annotate}
            {menu}
          </>
        ) : (
          <>
            {menu}
            {actions}
            {queue.isArchived && can("queues:write") ? (
              <Button
                icon={<ArchiveRestore />}
                pending={archive.isPending}
                onClick={() => archive.mutate(false)}
              >
                Restore
              </Button>
            ) : null}
            {annotate}
          </>
        )
      }
    >
      <QueueTabs queueId={queue.id} />
      <QueueFormSheet
        open={open === "edit"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "edit" : null)}
        queue={queue}
      />
      <DeleteQueueDialog
        queue={queue}
        open={open === "delete"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "delete" : null)}
        onDeleted={() => router.push(listHref)}
      />
    </PageHeader>
  );
}

function useQueueKeys(queueId: string, canAnnotate: boolean): void {
  const { entity, project, can } = useProject();
  const router = useRouter();
  const queueHref = projectHref({ entity, project }, "queues", queueId);
  const seesDatasets = can("datasets:read");
  useShortcuts(
    "Queue",
    useMemo(
      () => [
        ...(canAnnotate
          ? [
              {
                keys: "a",
                label: "Annotate: to your next item",
                run: () => router.push(`${queueHref}/annotate`),
              },
            ]
          : []),
        ...(seesDatasets
          ? [
              {
                keys: "t",
                label: "Train: what the answers are ready for",
                run: () => router.push(`${queueHref}/train`),
              },
            ]
          : []),
      ],
      [canAnnotate, seesDatasets, router, queueHref],
    ),
  );
}

/** In an archived queue there is only what one holds already. */
function useCanAnnotate({ id, isArchived }: Queue): boolean {
  const { projectId, can } = useProject();
  const mayAnnotate = can("queues:annotate");
  const summary = useQuery({ ...queueSummaryQuery(projectId, id), enabled: mayAnnotate && isArchived });
  return mayAnnotate && (!isArchived || (summary.data?.leftForMe ?? 0) > 0);
}

/** Who does not review sees no quality, and so no way there. */
function QueueTabs({ queueId }: { queueId: string }) {
  const { entity, project, can } = useProject();
  const pathname = usePathname();
  const base = projectHref({ entity, project }, "queues", queueId);
  const places = [
    { href: base, label: "Overview" },
    { href: `${base}/items`, label: "Items" },
    ...(can("answers:read")
      ? [
          { href: `${base}/quality`, label: "Quality" },
          { href: `${base}/rules`, label: "Rules" },
        ]
      : []),
    ...(can("datasets:read") ? [{ href: `${base}/train`, label: "Train" }] : []),
    { href: `${base}/settings`, label: "Settings" },
  ];
  return (
    <TabLinks
      label="Parts of the queue"
      links={places.map((place) => ({ ...place, isHere: place.href === pathname }))}
    />
  );
}
