"use client";

import clsx from "clsx";
import { judgeName } from "#components/queues/items/judgement-list.tsx";
import { numberText, percentText } from "#components/queues/parts/estimate-text.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { Rater } from "#lib/contract/annotation/queue-quality.ts";
import { cellOf, type PairCell, tintOf } from "./heat-map.ts";

type RaterMatrixProps = {
  raters: readonly Rater[];
  matrix: readonly PairCell[];
  chosen: readonly [string, string] | null;
  onChoose: (pair: readonly [string, string] | null) => void;
};

/** Annotators against each other, judges as further rows. Each cell has its numbers; the tint only helps the eye. */
export function RaterMatrix({ raters, matrix, chosen, onChoose }: RaterMatrixProps) {
  const people = raters.filter(({ isJudge }) => !isJudge);
  const rows = [...people, ...raters.filter(({ isJudge }) => isJudge)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label="Who agrees with whom" tabIndex={0} className="overflow-x-auto">
      <table aria-label="Who agrees with whom" className="border-separate border-spacing-0.5 text-sm">
        <thead>
          <tr>
            <td />
            {people.map((rater) => (
              <th key={rater.id} scope="col" className="max-w-28 px-2 py-1 text-left font-medium text-xs">
                <RaterName rater={rater} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="max-w-40 pr-2 text-left font-medium text-xs">
                <RaterName rater={row} />
              </th>
              {people.map((column) => (
                <td key={column.id} className="p-0">
                  <PairButton
                    row={row}
                    column={column}
                    cell={row.id === column.id ? null : cellOf(matrix, row.id, column.id)}
                    isChosen={isPair(chosen, row.id, column.id)}
                    onChoose={onChoose}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function RaterName({ rater }: { rater: Rater }) {
  const name = rater.isJudge ? judgeName(rater.name) : rater.name;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={rater.name}>
      <span className="truncate">{name}</span>
      {rater.isJudge ? <Badge>judge</Badge> : null}
    </span>
  );
}

const TINTS = ["bg-sunken", "bg-accent/8", "bg-accent/15", "bg-accent/22", "bg-accent/30"];

type PairButtonProps = {
  row: Rater;
  column: Rater;
  cell: PairCell | null;
  isChosen: boolean;
  onChoose: RaterMatrixProps["onChoose"];
};

function PairButton({ row, column, cell, isChosen, onChoose }: PairButtonProps) {
  const size = "flex h-12 w-28 flex-col items-start justify-center rounded-sm px-2";
  if (!cell || cell.items === 0)
    return (
      <span className={clsx(size, "bg-sunken text-faint text-xs")}>
        {row.id === column.id ? <span aria-hidden="true">–</span> : "no items in common"}
      </span>
    );
  const percent = cell.percent === null ? "–" : percentText(cell.percent);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(isChosen ? null : [row.id, column.id])}
      className={clsx(
        size,
        "border border-transparent text-left hover:border-edge aria-pressed:border-accent aria-pressed:outline-1 aria-pressed:outline-accent",
        TINTS[tintOf(cell.percent)],
      )}
    >
      <span className="sr-only">
        {row.name} and {column.name}:
      </span>
      <span className="font-medium tabular-nums">{percent}</span>
      <span className="text-xs tabular-nums">
        κ {numberText(cell.kappa)} · n {formatCount(cell.items)}
      </span>
    </button>
  );
}

function isPair(chosen: readonly [string, string] | null, a: string, b: string): boolean {
  return a !== b && (chosen?.includes(a) ?? false) && (chosen?.includes(b) ?? false);
}
