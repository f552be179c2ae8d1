"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { conflictWords, type Labelled, labelledBy } from "#components/datasets/findings/conflict-words.ts";
import { tooFewToMeasure } from "#components/datasets/findings/few-words.ts";
import { MISSING_CALLS_HELP, missingCallsWords } from "#components/datasets/findings/missing-calls-words.ts";
import { conflictPlaces, notedWords } from "#components/datasets/findings/noted-words.ts";
import { emptyWords, secretWords } from "#components/datasets/findings/row-note-words.ts";
import type { Preview } from "#components/datasets/parts/dataset-queries.ts";
import { leftOut, reasonList, splitNote } from "#components/datasets/parts/dataset-texts.ts";
import { RowBody } from "#components/datasets/parts/row-body.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { whatIsMissing } from "./what-is-missing.ts";

type DatasetPreviewProps = {
  preview: UseQueryResult<Preview>;
  /** Null where there is none to ask about. */
  recipe: Recipe | null;
  kind: DatasetKind;
  /** Leaves out rows that a note is about; null where another recipe says whether they are. */
  onLeaveOut: ((which: LeftOut) => void) | null;
};

export type LeftOut = "leavesConflicts" | "leavesMissingCalls" | "leavesEmpties" | "secrets";

/** What the recipe would build now: how many rows, what is left out and why, and how a row looks. */
export function DatasetPreview(props: DatasetPreviewProps) {
  const { preview, recipe } = props;
  const { data, error, isFetching } = preview;
  return (
    <section
      aria-labelledby="dataset-preview"
      className="min-w-0 rounded-md border border-line bg-sunken p-3 sm:sticky sm:top-0"
    >
      <h3 id="dataset-preview" className="mb-2 flex items-center gap-2 text-sm">
        What it would hold now
        {isFetching && data ? <Spinner className="size-3" /> : null}
      </h3>
      {recipe === null ? (
        <p className="text-muted text-sm">Correct the marked fields to see it.</p>
      ) : error ? (
        <div role="alert" className="text-sm">
          <p>It could not be looked at. {explainError(error)}</p>
          <Button size="sm" className="mt-2" onClick={() => void preview.refetch()} pending={isFetching}>
            Try again
          </Button>
        </div>
      ) : data ? (
        <Facts {...props} recipe={recipe} preview={data} />
      ) : (
        <SkeletonLines label="Reading the answers" lines={6} />
      )}
    </section>
  );
}

/** The same in a line, where the window has no room for both the form and what comes of it. */
export function PreviewLine({ preview: { counts }, kind }: Pick<FactsProps, "preview" | "kind">) {
  const { rejected } = leftOut(counts);
  const missing = whatIsMissing(kind, counts);
  return (
    <p className="text-muted sm:not-short:hidden">
      {missing === null ? (
        `${formatCount(counts.train)} to train, ${formatCount(counts.heldOut)} held out, ${formatCount(rejected)} rejected`
      ) : (
        <span className="text-warning-ink">{missing}</span>
      )}
    </p>
  );
}

type FactsProps = Omit<DatasetPreviewProps, "preview" | "recipe"> & { preview: Preview; recipe: Recipe };

function Facts({ preview, kind, recipe, onLeaveOut }: FactsProps) {
  const { heldOut } = recipe.split;
  const isOfFile = recipe.sources.every((source) => source.kind === "upload");
  const { counts, rows, isSampled, isSplitGiven } = preview;
  const missing = whatIsMissing(kind, counts);
  const { open, ofRuns, rejected } = leftOut(counts);
  const split = kind === "eval" ? null : splitNote(counts, heldOut, isOfFile && isSplitGiven);
  const few = tooFewToMeasure({ kind, counts }, heldOut);
  const reasons = reasonList({ ...counts.rejectedBy, open: 0 });
  const [first] = rows;
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      <div role="status" aria-label="Rows">
        <dl className="flex flex-wrap justify-between gap-x-4 gap-y-2 tabular-nums">
          <Count label="To train" value={counts.train} />
          <Count label="Held out" value={counts.heldOut} />
          <Count label="Rejected" value={rejected} />
          {ofRuns > 0 ? <Count label="Asked by runs" value={ofRuns} /> : null}
          {open > 0 ? <Count label="Open" value={open} /> : null}
        </dl>
      </div>
      {few === null ? null : <p className="text-warning-ink">{few}</p>}
      {split === null ? null : <p className="text-muted">{split}</p>}
      {open > 0 ? (
        <p className="text-muted">
          {countOf(open, "item")} {open === 1 ? "waits" : "wait"} for a first answer, and may become{" "}
          {open === 1 ? "a row" : "rows"} later.
        </p>
      ) : null}
      {missing === null ? null : <p className="text-warning-ink">{missing}</p>}
      <Notes preview={preview} labelled={labelledBy({ recipe, kind })} onLeaveOut={onLeaveOut} />
      {isSampled ? (
        <p className="text-muted">Counted in the first 2,000 items; the build reads all.</p>
      ) : null}
      {reasons.length > 0 ? (
        <ul aria-label="Why items are rejected" className="flex flex-col gap-1">
          {reasons.map(({ reason, meaning, count }) => (
            <li key={reason} className="flex gap-2">
              <span className="min-w-4 shrink-0 tabular-nums">{formatCount(count)}</span>
              <span className="min-w-0 text-muted">{meaning}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {first ? (
        <section
          aria-label="First row"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-72 overflow-y-auto rounded-md border border-line bg-surface p-3"
        >
          <RowBody row={first.row} />
        </section>
      ) : null}
    </div>
  );
}

type NotesProps = Pick<DatasetPreviewProps, "onLeaveOut"> & {
  preview: Preview;
  /** What may have several labels. */
  labelled: Labelled;
};

/** What else is known of the rows. */
function Notes({ preview, labelled, onLeaveOut }: NotesProps) {
  const { counts } = preview;
  const { expectedWrongShare, secrets } = counts;
  const conflicts = conflictWords(counts, labelled);
  const missingCalls = missingCallsWords(counts);
  const found = secretWords(counts);
  const empty = emptyWords(counts);
  const masked = found === null ? Object.values(secrets).reduce((sum, rows) => sum + rows, 0) : 0;
  return (
    <>
      {expectedWrongShare === null ? null : (
        <p className="text-muted">
          About {formatShare(expectedWrongShare)} of the rows may have a wrong value, as far as people agree.
        </p>
      )}
      {found === null ? null : (
        <p className="text-warning-ink">
          {found}
          {notedWords(preview, "secret")}. <LeaveOut which="secrets" onLeaveOut={onLeaveOut} />
        </p>
      )}
      {masked > 0 ? <p className="text-muted">What looked like a secret is masked.</p> : null}
      {conflicts === null ? null : (
        <p className="text-warning-ink">
          {conflicts}
          {conflictPlaces(preview)}. <LeaveOut which="leavesConflicts" onLeaveOut={onLeaveOut} />
        </p>
      )}
      {missingCalls === null ? null : (
        <p className="text-warning-ink">
          {missingCalls}. {MISSING_CALLS_HELP} <LeaveOut which="leavesMissingCalls" onLeaveOut={onLeaveOut} />
        </p>
      )}
      {empty === null ? null : (
        <p className="text-warning-ink">
          {empty}
          {notedWords(preview, "empty")}. <LeaveOut which="leavesEmpties" onLeaveOut={onLeaveOut} />
        </p>
      )}
    </>
  );
}

type LeaveOutProps = Pick<DatasetPreviewProps, "onLeaveOut"> & { which: LeftOut };

function LeaveOut({ which, onLeaveOut }: LeaveOutProps) {
  if (!onLeaveOut) return null;
  return (
    <button
      type="button"
      onClick={() => onLeaveOut(which)}
      className="cursor-pointer rounded-sm underline underline-offset-2"
    >
      Leave them out
    </button>
  );
}

function formatShare(share: number): string {
  return `${(share * 100).toLocaleString("en-US", { maximumFractionDigits: 1 })} %`;
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="font-medium text-base">{formatCount(value)}</dd>
    </div>
  );
}
