"use client";

import { CloudOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { Sending } from "#components/desk/state/desk-store.ts";
import { countOf } from "#components/ui/text/format.ts";

type DeskBannersProps = {
  sending: Sending;
  /** Items that can be worked on without a connection, the current one among them. */
  readyCount: number;
  hasItem: boolean;
};

/** Says that answers wait, or that there is no connection; shown only once something has failed. */
export function DeskBanners({ sending, readyCount, hasItem }: DeskBannersProps) {
  const isOnline = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  const { waiting, isStuck } = sending;
  const isCut = isStuck || !isOnline;
  const ahead = Math.max(0, readyCount - 1);
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {isCut ? (
        <p className="flex items-start gap-2 border-line border-b bg-warning-tint px-4 py-2 text-warning-ink">
          <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            {waiting > 0
              ? `${countOf(waiting, "answer")} ${waiting === 1 ? "waits" : "wait"} to be sent. `
              : null}
            {isOnline ? "The server cannot be reached" : "You are offline"}
            {hasItem ? `; continue with ${ahead > 0 ? `this item and the next ${ahead}` : "this item"}` : ""}.
            Your answers are kept in this browser and sent in order once the server responds.
          </span>
        </p>
      ) : null}
    </div>
  );
}

function followConnection(onChange: () => void): () => void {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
