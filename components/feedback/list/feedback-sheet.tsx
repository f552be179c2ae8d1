"use client";

import { useState } from "react";
import type { WordsOf } from "#components/feedback/use-feedback-words.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import type { WhoOf } from "./feedback-columns.tsx";
import { useDeleteFeedback } from "./feedback-list-queries.ts";

type FeedbackSheetProps = { row: FeedbackRow | null; whoOf: WhoOf; wordsOf: WordsOf; onClose: () => void };

/** All that is known of one piece of feedback, beside the list. */
export function FeedbackSheet({ row, whoOf, wordsOf, onClose }: FeedbackSheetProps) {
  return (
    <Sheet
      open={row !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      modal={false}
      label="Feedback"
      title={row ? wordsOf(row).name : ""}
      actions={row ? <DeleteOwn key={row.id} row={row} name={wordsOf(row).name} onDeleted={onClose} /> : null}
    >
      {row ? <FeedbackDetail row={row} who={whoOf(row)} /> : null}
    </Sheet>
  );
}

function FeedbackDetail({ row, who }: { row: FeedbackRow; who: string }) {
  const project = useProject();
  const callId = callIdIn(row.weave_ref);
  return (
    <div className="flex flex-col gap-4 p-4">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        <Fact name="Type">
          <span className="break-all font-mono text-xs">{row.feedback_type}</span>
        </Fact>
        <Fact name="Who">{who}</Fact>
        <Fact name="When">
          <Time value={row.created_at} />
        </Fact>
        <Fact name="Id">
          <IdChip id={row.id} kind="feedback id" />
        </Fact>
        {row.queue_id ? (
          <Fact name="Queue">
            <IdChip id={row.queue_id} kind="queue id" />
          </Fact>
        ) : null}
        <Fact name="About">
          {callId ? (
            <IdChip id={callId} kind="call id" />
          ) : (
            <span className="break-all font-mono text-xs">{row.weave_ref}</span>
          )}
        </Fact>
      </dl>
      {callId ? (
        <div>
          <ButtonLink href={projectHref(project, "calls", callId)} size="sm">
            Open the call
          </ButtonLink>
        </div>
      ) : null}
      <section aria-label="Payload" className="flex flex-col gap-2">
        <h3 className="text-muted text-xs">Payload</h3>
        <JsonTree
          value={row.payload}
          label="Payload of the feedback"
          openDepth={3}
          className="border border-line"
        />
      </section>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function DeleteOwn({ row, name, onDeleted }: { row: FeedbackRow; name: string; onDeleted: () => void }) {
  const { userId } = useMe();
  const { can, projectId } = useProject();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteFeedback(projectId);
  if (!can("feedback:purge") || row.wb_user_id !== userId) return null;
  const confirm = async () => {
    await remove.mutateAsync([row.id]);
    toast({ title: "Your feedback was deleted" });
    setAsking(false);
    onDeleted();
  };
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete your ${name}?`}
        confirmLabel="Delete"
        pending={remove.isPending}
        error={remove.error ? explainError(remove.error) : null}
        onConfirm={() => void confirm().catch(() => undefined)}
      >
        It is removed from the call, the queue and all statistics. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

/** The call that a reference names, or null where it names something else. */
export function callIdIn(ref: string): string | null {
  return /^[a-z]+:\/\/\/[^/]+\/[^/]+\/call\/([^/]+)$/i.exec(ref)?.[1] ?? null;
}
