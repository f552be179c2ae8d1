"use client";

import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import type { QueueRule } from "#lib/contract/annotation/queue-rules.ts";
import { useDeleteRule } from "./rule-queries.ts";

export function DeleteRuleDialog({ rule, onClose }: { rule: QueueRule; onClose: () => void }) {
  const { projectId } = useProject();
  const remove = useDeleteRule({ projectId, queueId: rule.queueId });
  const onConfirm = () =>
    carryOut(remove, rule.id, {
      onSuccess: () => {
        toast({ title: `The rule “${rule.name}” was deleted` });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Delete the rule “${rule.name}”?`}
      confirmLabel="Delete rule"
      onConfirm={onConfirm}
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
    >
      It adds nothing more. What it has added stays in the queue and still names it.
    </ConfirmDialog>
  );
}
