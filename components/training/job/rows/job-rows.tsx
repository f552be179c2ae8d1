"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RowBody } from "#components/datasets/parts/row-body.tsx";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { trainingRowsQuery } from "#components/run/queries/training-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { TrainingRow } from "#lib/contract/training/training-rows.ts";
import { lastWords } from "./last-words.ts";
import { RowOrigin } from "./row-origin.tsx";
import { RowTokens } from "./row-tokens.tsx";

type JobRowsProps = {
  jobId: string;
  /** The version of a dataset that it learned from; null of other data. */
  datasetRef: string | null;
  /** Steps that the job has done. */
  done: number;
  /** Only the rows of this step; null is all of them. */
  step: number | null;
  onStep: (step: number | null) => void;
};

/** The rows that a job learned from, those that it finds hardest first: of all steps, or of one. */
export function JobRows({ jobId, datasetRef, done, step, onStep }: JobRowsProps) {
  const pages = useInfiniteQuery(trainingRowsQuery(jobId, step));
  const [first] = pages.data?.pages ?? [];
  if (pages.error && !pages.data) return <QueryError title="The rows could not be loaded" query={pages} />;
  if (!first)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the rows" lines={8} />
      </div>
    );
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="min-w-0">
      <Head
        count={first.totalCount}
        done={done}
        step={step}
        onStep={onStep}
        onRead={() => void pages.refetch()}
      />
      {rows.length === 0 ? (
        <p className="p-4 text-muted text-sm">
          {step === null
            ? "No row has a loss yet. Jobs of earlier versions kept none."
            : `The job has not kept the rows of training step ${formatCount(step)}.`}
        </p>
      ) : (
        <ol aria-label="Rows by loss" className="divide-y divide-line">
          {rows.map((row) => (
            <RowItem
              key={row.position}
              jobId={jobId}
              row={row}
              datasetRef={datasetRef}
              isOfStep={step !== null}
              onStep={onStep}
            />
          ))}
        </ol>
      )}
      {pages.hasNextPage ? (
        <div className="p-4">
          <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more rows
          </Button>
        </div>
      ) : null}
    </div>
  );
}

type HeadProps = Omit<JobRowsProps, "jobId" | "datasetRef"> & { count: number; onRead: () => void };

function Head({ count, done, step, onStep, onRead }: HeadProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-1.5 text-sm">
      <p role="status" className="min-w-0 flex-1">
        {step === null ? (
          <>
            {countOf(count, "row")}, each with the loss of its last step.{" "}
            <span className="text-muted">High losses are often mistakes in the data.</span>
          </>
        ) : (
          <>
            {countOf(count, "row")} of step {formatCount(step)}
          </>
        )}
      </p>
      {step === null ? (
        <Button size="sm" variant="ghost" onClick={onRead}>
          Read again
        </Button>
      ) : (
        <span className="flex gap-2">
          <Button size="sm" disabled={step <= 1} onClick={() => onStep(step - 1)}>
            Previous step
          </Button>
          <Button size="sm" disabled={step >= done} onClick={() => onStep(step + 1)}>
            Next step
          </Button>
          <Button size="sm" onClick={() => onStep(null)}>
            All rows
          </Button>
        </span>
      )}
    </div>
  );
}

type RowItemProps = Pick<JobRowsProps, "jobId" | "datasetRef"> & {
  row: TrainingRow;
  isOfStep: boolean;
  onStep: (step: number) => void;
};

/** So that losses can be compared down the list. */
const LOSS_DECIMALS = 3;

/** Loss, place and last words of a row; opened, the whole conversation. */
function RowItem({ jobId, row: { position, loss, step, row }, datasetRef, isOfStep, onStep }: RowItemProps) {
  const [isOpen, setOpen] = useState(false);
  const words = row && lastWords(row);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2 text-sm hover:bg-hover">
          <span className="w-16 shrink-0 text-right font-medium tabular-nums max-md:w-auto">
            {loss.toFixed(LOSS_DECIMALS)}
          </span>
          <span className="w-20 shrink-0 text-muted text-xs">Row {formatCount(position + 1)}</span>
          <span className="min-w-0 flex-1 basis-60 truncate">
            {words ? (
              <>
                <span className="text-muted">{words.asked}</span>
                {words.asked === "" ? null : (
                  <span aria-hidden="true" className="text-faint">
                    {" "}
                    ›{" "}
                  </span>
                )}
                {words.said}
              </>
            ) : (
              <span className="text-faint">The row was removed after the job ended.</span>
            )}
          </span>
        </summary>
        <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
          {isOfStep ? null : (
            <div>
              <Button size="sm" onClick={() => onStep(step)}>
                All rows of step {formatCount(step)}
              </Button>
            </div>
          )}
          {row && isOpen ? <RowBody row={row} /> : null}
          {row && isOpen ? <RowTokens jobId={jobId} position={position} /> : null}
          {datasetRef !== null && isOpen ? <RowOrigin datasetRef={datasetRef} position={position} /> : null}
        </div>
      </details>
    </li>
  );
}
