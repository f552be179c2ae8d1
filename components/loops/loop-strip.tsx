"use client";

import clsx from "clsx";
import { Check, Circle, LoaderCircle, Pause, X } from "lucide-react";
import type { ReactNode } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { LoopRun } from "#lib/contract/loops/loop-runs.ts";
import type { Loop } from "#lib/contract/loops/loops.ts";
import { type StripStep, stepsOf, waitsForBudget } from "./loop-words.ts";

/** Answers → build → train → evaluate → ask, each with the last thing that it made. */
export function LoopStrip({ loop, run, first }: { loop: Loop; run: LoopRun | null; first: ReactNode }) {
  const place = useProject();
  return (
    <ol className="grid min-w-0 shrink-0 grid-cols-1 overflow-hidden rounded-md border border-line text-sm sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {first}
      {stepsOf(run, loop, place).map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  );
}

const CELL =
  "flex min-w-0 items-baseline justify-between gap-2 border-line border-t px-3 py-2 first:border-t-0 sm:flex-col sm:justify-start sm:gap-0.5 sm:border-t-0 sm:border-l sm:first:border-l-0";

const GLYPHS = { done: <Check />, now: <LoaderCircle />, held: <Pause />, bad: <X />, idle: <Circle /> };
const TONES = {
  done: "text-success-ink",
  now: "text-accent-ink",
  held: "text-warning-ink",
  bad: "text-danger-ink",
  idle: "text-faint",
};

function Step({ step: { name, text, look, href } }: { step: StripStep }) {
  return (
    <li className={clsx(CELL, look === "now" && "bg-accent-tint", look === "held" && "bg-warning-tint")}>
      <span className={clsx("inline-flex items-center gap-1 text-xs", TONES[look])}>
        <span aria-hidden="true" className="[&>svg]:size-3">
          {GLYPHS[look]}
        </span>
        {name}
      </span>
      <span className="min-w-0 max-w-full break-words tabular-nums">
        {href ? (
          <Link href={href} className="rounded-sm underline underline-offset-2 hover:text-ink">
            {text}
          </Link>
        ) : (
          <span className={look === "idle" ? "text-faint" : ""}>{text}</span>
        )}
      </span>
    </li>
  );
}

/** Of a loop that may make no job yet: until when, and where that is changed. Nothing of any other. */
export function BudgetNote({ loop, act }: { loop: Loop; act: ReactNode }) {
  const { jobsOfDay, maxJobs, nextJobAt } = loop;
  if (!waitsForBudget(loop)) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warning-tint px-3 py-2 text-sm text-warning-ink"
    >
      <span className="min-w-0">
        It made {countOf(jobsOfDay, "job")} in 24 hours and may make {formatCount(maxJobs)}. It continues{" "}
        <Time value={nextJobAt} />.
      </span>
      {act}
    </p>
  );
}

/** What the next run waits for. */
export function AnswersStep({ loop: { when, newAnswers, nextAt, isPaused } }: { loop: Loop }) {
  return (
    <li className={CELL}>
      <span className="text-faint text-xs">{when.kind === "answers" ? "New answers" : "Next run"}</span>
      <span className="min-w-0 break-words tabular-nums">
        {when.kind === "answers" ? (
          `${formatCount(newAnswers ?? 0)} of ${formatCount(when.count)}`
        ) : isPaused ? (
          "paused"
        ) : (
          <Time value={nextAt} />
        )}
      </span>
    </li>
  );
}

/** When a run of the history began. */
export function BegunStep({ run }: { run: LoopRun }) {
  return (
    <li className={CELL}>
      <span className="text-faint text-xs">Begun</span>
      <Time value={run.createdAt} />
    </li>
  );
}

/** What came of a run, or what it waits for, as a sentence. */
export function RunSentence({ run }: { run: LoopRun }) {
  const text = run.outcome ?? (run.waitingFor ? `Waits: ${run.waitingFor}` : null);
  if (text === null) return null;
  return (
    <p className={clsx("break-words text-sm", run.state === "failed" ? "text-danger-ink" : "text-muted")}>
      {text}
    </p>
  );
}
