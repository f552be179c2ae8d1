import { CloudOff } from "lucide-react";
import { countOf } from "#components/ui/format.ts";
import type { OutboxState } from "./outbox.ts";

/** Says that answers wait for the server; shown only once a first try has failed. */
export function SendingBanner({ sending }: { sending: OutboxState }) {
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {sending.isStuck ? (
        <p className="flex items-start gap-2 border-line border-b bg-warning-tint px-4 py-2 text-warning-ink">
          <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            {countOf(sending.waiting, "item")} {sending.waiting === 1 ? "waits" : "wait"} to be sent. The
            server cannot be reached now; go on and keep this tab open, they are sent as soon as it answers.
          </span>
        </p>
      ) : null}
    </div>
  );
}
