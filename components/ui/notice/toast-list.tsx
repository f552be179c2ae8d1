"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { dismissToast, type ToastEntry } from "./toast-store.ts";

const SHOWN_MS = 5_000;
const SHOWN_WITH_ACTION_MS = 10_000;

/** The messages at the foot of the screen; at the desk, where that is the place of its buttons, on the other side or at its head. Errors stay until they are dismissed. F8 moves the focus here. */
export function ToastList({ entries }: { entries: readonly ToastEntry[] }) {
  return (
    <Radix.Provider label="Notification" swipeDirection="down">
      {entries.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
      <Radix.Viewport
        label="Notifications ({hotkey})"
        className="fixed right-0 bottom-0 z-80 flex w-full max-w-104 list-none flex-col gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none empty:hidden [body:has([data-desk])_&]:right-auto [body:has([data-desk])_&]:left-0 max-[56.24rem]:[body:has([data-desk])_&]:top-24 max-[56.24rem]:[body:has([data-desk])_&]:bottom-auto"
      />
    </Radix.Provider>
  );
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const isError = entry.tone === "danger";
  const duration = isError
    ? Number.POSITIVE_INFINITY
    : entry.action || entry.link
      ? SHOWN_WITH_ACTION_MS
      : SHOWN_MS;
  return (
    <Radix.Root
      open
      type={isError ? "foreground" : "background"}
      duration={duration}
      onOpenChange={(open) => {
        if (!open) dismissToast(entry.id);
      }}
      className="floating flex animate-from-bottom items-center gap-2.5 py-2 pr-2 pl-3"
    >
      {entry.tone === "success" ? (
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-ink" />
      ) : null}
      {isError ? <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger-ink" /> : null}
      <div className="min-w-0 flex-1 py-1">
        <Radix.Title className="break-words font-medium">{entry.title}</Radix.Title>
        {entry.detail ? (
          <Radix.Description className="break-words text-muted text-xs">{entry.detail}</Radix.Description>
        ) : null}
        {entry.link ? (
          <Link
            href={entry.link.href}
            className="break-words rounded-sm text-accent-ink text-xs underline underline-offset-2"
          >
            {entry.link.label}
          </Link>
        ) : null}
      </div>
      {entry.action ? (
        <Radix.Action asChild altText={entry.action.label} onClick={entry.action.onAction}>
          <Button size="sm">{entry.action.label}</Button>
        </Radix.Action>
      ) : null}
      <Radix.Close asChild>
        <IconButton label="Dismiss" icon={<X />} size="sm" />
      </Radix.Close>
    </Radix.Root>
  );
}
