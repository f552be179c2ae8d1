"use client";

import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { useFocusReturn } from "#components/ui/use-focus-return.ts";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the thing: `Revoke the key “ci”?` */
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb of the question: `Revoke`. */
  confirmLabel: string;
  onConfirm: () => void;
  tone?: "danger" | "primary";
  pending?: boolean;
  error?: string | null;
};

/** Asked only before what cannot be undone. Focus starts on the harmless answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const focus = useFocusReturn();
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          className="floating fixed inset-x-4 top-[18dvh] z-50 mx-auto max-h-[76dvh] max-w-md animate-rise overflow-y-auto p-5 short:top-2 short:max-h-[calc(100dvh-1rem)] short:p-4 outline-none"
        >
          <Radix.Title className="break-words font-semibold text-base">{props.title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 break-words text-muted text-sm">{props.children}</div>
          </Radix.Description>
          <div className="mt-3">
            <FieldError error={props.error} />
          </div>
          <div className="mt-4 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>Cancel</Button>
            </Radix.Cancel>
            <Button
              variant={props.tone ?? "danger"}
              pending={props.pending ?? false}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
