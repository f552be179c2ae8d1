"use client";

import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf, formatBytes, formatCount } from "#components/ui/text/format.ts";
import type { Found } from "#lib/traces/import/files/import-chunks.ts";
import { ImportSample } from "./import-sample.tsx";
import type { ImportPreview, LeftOut } from "./read-import.ts";
import type { ThreadImport } from "./use-thread-import.ts";

/** What chosen files hold, to look at before anything of it is stored. */
export function ImportDialog({ importing }: { importing: ThreadImport }) {
  const { state, send, close } = importing;
  const isOpen = state.step === "reading" || state.step === "ready";
  const what = state.step === "ready" ? whatIsIn(state.preview.found) : null;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      width="lg"
      title="Import conversations"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          {what ? (
            <Button variant="primary" onClick={send}>
              Import {what}
            </Button>
          ) : null}
        </>
      }
    >
      {state.step === "reading" ? <Reading {...state} /> : null}
      {state.step === "ready" ? <Preview preview={state.preview} /> : null}
    </Dialog>
  );
}

/** `3 threads`, or `3 calls` where none is in a thread; null where there is nothing. */
function whatIsIn({ threads, loose }: Found): string | null {
  if (threads > 0) return countOf(threads, "thread");
  return loose > 0 ? countOf(loose, "call") : null;
}

function Reading({ name, bytesRead, sizeBytes }: { name: string; bytesRead: number; sizeBytes: number }) {
  const label = `${formatBytes(bytesRead)} of ${formatBytes(sizeBytes)} read`;
  return (
    <div className="flex flex-col gap-2">
      <p role="status">Reading {name}…</p>
      <ProgressBar label={label} total={sizeBytes} segments={[{ value: bytesRead, tone: "accent" }]} />
    </div>
  );
}

function Preview({ preview }: { preview: ImportPreview }) {
  const { found, samples, leftOut, leftOutCount } = preview;
  if (whatIsIn(found) === null)
    return (
      <div className="flex flex-col gap-3">
        <p className="font-medium">It contains no readable conversations.</p>
        {leftOutCount > 0 ? (
          <LeftOutList leftOut={leftOut} count={leftOutCount} isOpen />
        ) : (
          <p>{preview.files.length === 1 ? "The file is empty." : "The files are empty."}</p>
        )}
        <p className="text-muted text-sm">
          Supported: OpenAI chat messages, ShareGPT, and dialogues with turns; one conversation per line, or a
          JSON array. Also calls exported from Spindle as Parquet.
        </p>
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <p>{foundText(found)} Nothing is stored yet. What is already here is not added twice.</p>
      {leftOutCount > 0 ? <LeftOutList leftOut={leftOut} count={leftOutCount} /> : null}
      <Samples samples={samples} total={found.threads} />
    </div>
  );
}

function foundText({ threads, turns, nested, loose }: Found): string {
  const inside = nested > 0 ? ` and ${countOf(nested, "call")} inside them` : "";
  const parts = [
    ...(threads > 0 ? [`${countOf(threads, "thread")} with ${countOf(turns, "turn")}${inside}.`] : []),
    ...(loose > 0 ? [`${countOf(loose, "call")} outside of threads.`] : []),
  ];
  return parts.join(" ");
}

function Samples({ samples, total }: { samples: ImportPreview["samples"]; total: number }) {
  const [index, setIndex] = useState(0);
  const shown = samples[Math.min(index, samples.length - 1)];
  if (!shown) return null;
  return (
    <section aria-label="Preview" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="font-medium text-sm">Preview</h3>
        <span className="text-muted text-xs">
          {samples.length < total ? `the first ${samples.length} of ${formatCount(total)}` : null}
        </span>
        <span className="ml-auto flex gap-1">
          {samples.map((calls, i) => (
            <Button
              key={calls[0]?.id}
              size="sm"
              variant="ghost"
              aria-pressed={i === index}
              aria-label={`Conversation ${i + 1}`}
              className="aria-pressed:bg-pressed aria-pressed:text-ink"
              onClick={() => setIndex(i)}
            >
              {i + 1}
            </Button>
          ))}
        </span>
      </div>
      <ImportSample calls={shown} />
    </section>
  );
}

type LeftOutProps = { leftOut: readonly LeftOut[]; count: number; isOpen?: boolean };

/** Lists of at most so many are open from the start. */
const OPEN_UP_TO = 3;

function LeftOutList({ leftOut, count, isOpen = count <= OPEN_UP_TO }: LeftOutProps) {
  return (
    <details
      open={isOpen}
      className="rounded-md border border-line bg-warning-tint p-3 text-sm text-warning-ink"
    >
      <summary className="cursor-pointer font-medium">{countOf(count, "record")} left out, and why</summary>
      <ul
        aria-label="Left out"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="mt-2 flex max-h-40 flex-col gap-1 overflow-y-auto text-xs"
      >
        {leftOut.map(({ place, reason }) => (
          <li key={place} className="break-words">
            <span className="font-medium">{place}</span>: {reason}
          </li>
        ))}
        {count > leftOut.length ? <li>and {formatCount(count - leftOut.length)} more</li> : null}
      </ul>
    </details>
  );
}
