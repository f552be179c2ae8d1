"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { projectHref } from "#components/layout/navigation.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import { useDocumentName } from "#components/layout/use-document-name.ts";
import { NoAccess } from "#components/projects/no-access.tsx";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { cutMiddle } from "#components/ui/format.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { IdChip } from "#components/ui/id-chip.tsx";
import { AddThreads } from "./add-threads.tsx";
import { ThreadView } from "./thread-view.tsx";

/** One conversation on a page of its own: its turns on the left, what was said on the right. */
export function ThreadPage({ threadId }: { threadId: string }) {
  const router = useRouter();
  const project = useProject();
  const [isAdding, setAdding] = useState(false);
  const mayRead = project.can("threads:read");
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
          project.can("queues:write") ? (
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
          Your work waits in the queues. Each item shows its call and the conversation around it.
        </NoAccess>
      )}
      <AddThreads threadIds={[threadId]} open={isAdding} onOpenChange={setAdding} />
    </>
  );
}
