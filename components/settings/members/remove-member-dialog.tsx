"use client";

import { explainError } from "#components/layout/state/explain-error.ts";
import { type Member, useMemberActs } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";

export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const project = useProject();
  const { remove } = useMemberActs(project);
  const name = member.name || member.email;
  const confirm = () =>
    carryOut(remove, member.userId, {
      onSuccess: () => {
        toast({ title: `${name} is no longer a member` });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Remove ${name} from ${project.projectId}?`}
      confirmLabel="Remove"
      pending={remove.isPending}
      error={remove.error ? explainError(remove.error) : null}
      onConfirm={confirm}
    >
      They and their keys can no longer use this project. Their recorded calls and answers are kept.
    </ConfirmDialog>
  );
}
