"use client";

import { Maximize2 } from "lucide-react";
import { useState } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AddThreads } from "#components/threads/queries/add-threads.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { ThreadView } from "./thread-view.tsx";
import { useIsNoThread } from "./use-is-no-thread.ts";

type ThreadDrawerProps = { threadId: string | null; onClose: () => void };

/** A thread beside the list. */
export function ThreadDrawer({ threadId, onClose }: ThreadDrawerProps) {
  const project = useProject();
  const [isAdding, setAdding] = useState(false);
  const isNone = useIsNoThread(threadId);
  return (
    <Sheet
      open={threadId !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      modal={false}
      width="lg"
      label={`Thread ${threadId ?? ""}`}
      title={threadId ? <IdChip id={threadId} kind="thread id" keep={36} className="text-sm!" /> : null}
      actions={
        threadId ? (
          <>
            {project.can("queues:write") && !isNone ? (
              <Button size="sm" onClick={() => setAdding(true)}>
                Add to queue
              </Button>
            ) : null}
            <Link href={projectHref(project, "threads", threadId)} className={buttonClass("ghost", "sm")}>
              <Maximize2 aria-hidden="true" className="size-3.5" />
              Open the page
            </Link>
          </>
        ) : null
      }
    >
      {threadId ? (
        <>
          <ThreadView key={threadId} threadId={threadId} hasIndex={false} />
          <AddThreads threadIds={[threadId]} open={isAdding} onOpenChange={setAdding} />
        </>
      ) : null}
    </Sheet>
  );
}
