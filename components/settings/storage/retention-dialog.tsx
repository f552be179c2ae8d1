"use client";

import { useQuery } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { type Limit, previewQuery, useSetRetention } from "./retention-queries.ts";
import { limitText, previewText } from "./retention-words.ts";

/** What a limit drops, before it is saved. */
export function RetentionDialog({ limit, onClose }: { limit: Limit; onClose: () => void }) {
  const project = useProject();
  const preview = useQuery(previewQuery(project, limit));
  const save = useSetRetention(project);
  const submit = () =>
    carryOut(save, limit, {
      onSuccess: () => toast({ title: "The retention is saved", tone: "success" }),
      ifStillHere: onClose,
    });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Drop older calls?"
      description={limitText(limit)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={!preview.data} pending={save.isPending} onClick={submit}>
            Save and drop older calls
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {preview.data ? (
          <div role="status" className="rounded-md bg-danger-tint px-3 py-2 text-danger-ink">
            {previewText(preview.data).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        ) : null}
        {preview.isPending ? <SkeletonLines label="Counting what would be dropped" lines={2} /> : null}
        <FieldError error={preview.error ? explainError(preview.error) : null} />
        <p>
          This cannot be undone, and it is repeated every hour. Calls that were exported as a month can be
          imported again.
        </p>
        <FieldError error={save.error ? explainError(save.error) : null} />
      </div>
    </Dialog>
  );
}
