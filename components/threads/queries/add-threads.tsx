"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AddToQueueDialog } from "#components/queues/add/add-to-queue-dialog.tsx";
import { useAddTo } from "#components/queues/add/use-add-to.ts";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { readCallIds, type ThreadPart, threadsKey } from "./thread-queries.ts";

const PARTS: readonly { value: ThreadPart; label: string; help: string }[] = [
  { value: "turns", label: "Every turn", help: "One item for each turn of the conversation." },
  {
    value: "last",
    label: "The last turn",
    help: "One item per thread, shown with the conversation before it.",
  },
  { value: "calls", label: "The whole thread", help: "Every call, including those inside turns." },
];

type AddThreadsProps = {
  threadIds: readonly string[];
  /** The queue that they are chosen for; it takes them without another question, unless it compares pairs. */
  queue?: Queue | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdded?: () => void;
};

/** Asks what of some threads goes into a queue, and then which queue where that is not known. */
export function AddThreads({ threadIds, queue = null, open, onOpenChange, onAdded }: AddThreadsProps) {
  const formId = useId();
  const { projectId } = useProject();
  const client = useQueryClient();
  const [part, setPart] = useState<ThreadPart>("turns");
  const [callIds, setCallIds] = useState<readonly string[] | null>(null);
  const [isCollecting, setCollecting] = useState(false);
  const target = queue && queue.kind !== "pairwise" ? queue : null;
  const isDone = () => {
    void client.invalidateQueries({ queryKey: [...threadsKey(projectId), "details"] });
    void client.invalidateQueries({ queryKey: [...threadsKey(projectId), "turns"] });
    onAdded?.();
  };
  const adding = useAddTo(() => {
    onOpenChange(false);
    isDone();
  });
  const collect = async () => {
    setCollecting(true);
    try {
      const found = await readCallIds(projectId, threadIds, part);
      if (target) {
        await adding.add({ target: { id: target.id, pairs: null }, callIds: found, displayFields: [] });
        return;
      }
      setCallIds(found);
      onOpenChange(false);
    } catch (error) {
      toast({ title: "The calls could not be collected", detail: explainError(error), tone: "danger" });
    } finally {
      setCollecting(false);
    }
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        width="sm"
        title={`Add ${countOf(threadIds.length, "thread")} to ${queue ? `“${queue.name}”` : "a queue"}`}
        footer={
          <>
            <Button onClick={() => onOpenChange(false)}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={isCollecting}>
              {target ? "Add to queue" : "Choose the queue"}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isCollecting) void collect();
          }}
        >
          <RadioGroup
            label="What becomes an item"
            value={part}
            onValueChange={(picked) => setPart(PARTS.find(({ value }) => value === picked)?.value ?? part)}
            options={PARTS}
          />
          <FieldError error={adding.error ? explainError(adding.error) : null} />
        </form>
      </Dialog>
      <AddToQueueDialog
        callIds={callIds ?? []}
        queueId={queue?.id ?? null}
        open={callIds !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setCallIds(null);
        }}
        onAdded={isDone}
      />
    </>
  );
}
