"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { AddThreads } from "#components/threads/queries/add-threads.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { ProgressLine } from "#components/ui/notice/progress-line.tsx";
import { countOf, formatBytes } from "#components/ui/text/format.ts";
import type { ImportState } from "./import-run.ts";
import type { ThreadImport } from "./use-thread-import.ts";

type ImportBarProps = {
  importing: ThreadImport;
  /** Whether the list is there to choose what goes into a queue: then what went well says no more, and nothing offers another way into queues. */
  isChoosing?: boolean;
};

/** How far an import is, what became of it, and what can be done next. */
export function ImportBar({ importing, isChoosing = false }: ImportBarProps) {
  const { state } = importing;
  if (state.step === "idle" || state.step === "reading" || state.step === "ready") return null;
  if (isChoosing && state.step === "ended" && state.why === "done" && !state.error) return null;
  return (
    <section
      aria-label="Import"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-accent-tint px-4 py-2"
    >
      {state.step === "sending" ? (
        <Sending {...state} onCancel={importing.cancel} />
      ) : state.step === "ended" ? (
        <Ended ended={state} importing={importing} isChoosing={isChoosing} />
      ) : (
        <p role="status">Undoing the import…</p>
      )}
    </section>
  );
}

type SendingProps = { bytesRead: number; sizeBytes: number; onCancel: () => void };

function Sending({ bytesRead, sizeBytes, onCancel }: SendingProps) {
  const done = Math.min(bytesRead, sizeBytes);
  const label = `${formatBytes(done)} of ${formatBytes(sizeBytes)}`;
  return <ProgressLine doing="Importing…" label={label} done={done} total={sizeBytes} onCancel={onCancel} />;
}

type EndedProps = ImportBarProps & { ended: Extract<ImportState, { step: "ended" }> };

function Ended({ ended, importing, isChoosing = false }: EndedProps) {
  const { can } = useProject();
  const [isAdding, setAdding] = useState(false);
  const threadIds = importing.threadIds();
  const added = importing.added();
  return (
    <>
      <p role="status" className="min-w-0 max-sm:w-full">
        <span className="font-medium text-accent-ink">{added ?? countOf(0, "thread")} imported</span>
        <span className="text-muted text-xs"> {restOf(ended)}</span>
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {ended.why !== "done" && ended.totals ? (
          <Button size="sm" variant="primary" onClick={importing.send}>
            Resume
          </Button>
        ) : null}
        {threadIds.length > 0 && can("queues:write") && !isChoosing ? (
          <Button size="sm" onClick={() => setAdding(true)}>
            Add to queue
          </Button>
        ) : null}
        {added !== null && can("calls:delete") ? (
          <Button size="sm" onClick={importing.undo}>
            Undo
          </Button>
        ) : null}
        <IconButton label="Close the result of the import" icon={<X />} size="sm" onClick={importing.close} />
      </div>
      {ended.error ? (
        <p role="alert" className="w-full text-danger-ink text-sm">
          {ended.error}
        </p>
      ) : null}
      <AddThreads threadIds={threadIds} open={isAdding} onOpenChange={setAdding} />
    </>
  );
}

/** What else there is to say, in a few words. */
function restOf({ why, totals }: EndedProps["ended"]): string {
  const parts = [
    why === "cancelled" ? "cancelled" : why === "failed" ? "stopped before the end" : null,
    totals && totals.known > 0 ? `${countOf(totals.known, "call")} already there` : null,
    totals && totals.repeated > 0
      ? `${countOf(totals.repeated, "call was", "calls were")} found twice`
      : null,
    totals && totals.badRecords > 0 ? `${countOf(totals.badRecords, "record")} left out` : null,
    totals && totals.refused > 0 ? `${countOf(totals.refused, "call")} rejected by the server` : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? `· ${parts.join(" · ")}` : "";
}
