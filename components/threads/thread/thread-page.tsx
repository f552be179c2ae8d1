"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { AddThreads } from "#components/threads/queries/add-threads.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { cutMiddle } from "#components/ui/text/format.ts";
import { ThreadView } from "./thread-view.tsx";
import { useIsNoThread } from "./use-is-no-thread.ts";

/** One conversation on a page of its own: its turns on the left, what was said on the right. */
export function ThreadPage({ threadId }: { threadId: string }) {
  const router = useRouter();
  const project = useProject();
  const [isAdding, setAdding] = useState(false);
  const mayRead = project.can("threads:read");
  const isNone = useIsNoThread(threadId);
  useDocumentName(cutMiddle(threadId, 24));
  return (
    <>
      <PageHeader
        title="Thread"
        back={
          <IconButton
            size="sm"
            label="All threads"
            icon={<ArrowLeft />}
            onClick={() => router.push(projectHref(project, "threads"))}
          />
        }
        meta={<IdChip id={threadId} kind="thread id" keep={36} />}
        actions={
          project.can("queues:write") && !isNone ? (
            <Button size="sm" onClick={() => setAdding(true)}>
              Add to queue
            </Button>
          ) : null
        }
      />
      {mayRead ? (
        <ThreadView key={threadId} threadId={threadId} hasIndex />
      ) : (
        <NoAccess title="Threads are not open to annotators">
          Your work is in the queues. Each item shows its call and the conversation around it.
        </NoAccess>
      )}
      <AddThreads threadIds={[threadId]} open={isAdding} onOpenChange={setAdding} />
    </>
  );
}
