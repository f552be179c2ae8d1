"use client";

import type { ReactNode } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { ConfirmDialog } from "#components/ui/overlay/confirm-dialog.tsx";
import { type Account, nameOf, useAccountActs } from "./people-queries.ts";

/** What is asked about before it is done, because it takes something away or gives everything. */
export type AccountAct = "disable" | "makeAdmin" | "unmakeAdmin";

type Words = {
  title: (name: string) => string;
  confirmLabel: string;
  done: (name: string) => string;
  tone: "danger" | "primary";
  change: { isDisabled?: boolean; isInstanceAdmin?: boolean };
  body: ReactNode;
};

const WORDS: { [A in AccountAct]: Words } = {
  disable: {
    title: (name) => `Disable the account of ${name}?`,
    confirmLabel: "Disable",
    done: (name) => `The account of ${name} is disabled`,
    tone: "danger",
    change: { isDisabled: true },
    body: "Their sessions and keys stop working within seconds, and reserved items go back to their queues. Their recorded calls and answers are kept. You can enable the account again.",
  },
  makeAdmin: {
    title: (name) => `Make ${name} an admin of this server?`,
    confirmLabel: "Make admin",
    done: (name) => `${name} is now an admin of this server`,
    tone: "primary",
    change: { isInstanceAdmin: true },
    body: "They can then see and change everything in every project, and manage all accounts, including yours.",
  },
  unmakeAdmin: {
    title: (name) => `Remove ${name} as an admin of this server?`,
    confirmLabel: "Remove role",
    done: (name) => `${name} is no longer an admin of this server`,
    tone: "danger",
    change: { isInstanceAdmin: false },
    body: "Their sessions end. They keep their roles in entities and projects.",
  },
};

type AccountActDialogProps = { act: AccountAct; account: Account; ownId: string; onClose: () => void };

export function AccountActDialog({ act, account, ownId, onClose }: AccountActDialogProps) {
  const { update } = useAccountActs();
  const words = WORDS[act];
  const isOwn = account.userId === ownId;
  const name = isOwn ? "yourself" : nameOf(account);
  const confirm = () =>
    carryOut(
      update,
      { userId: account.userId, ...words.change },
      {
        onSuccess: () => {
          toast({ title: words.done(nameOf(account)), tone: "success" });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={words.title(name)}
      confirmLabel={words.confirmLabel}
      tone={words.tone}
      pending={update.isPending}
      error={update.error ? explainError(update.error) : null}
      onConfirm={confirm}
    >
      {isOwn ? "Your own sessions end, including this one. You keep your other roles." : words.body}
    </ConfirmDialog>
  );
}
