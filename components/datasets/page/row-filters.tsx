"use client";

import type { Labelled } from "#components/datasets/findings/conflict-words.ts";
import { groupLabel, noteChoices, notesMeant } from "#components/datasets/findings/row-note-words.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { Button } from "#components/ui/button/button.tsx";
import { FilterSelect } from "#components/ui/filter/filter-select.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { type DatasetVersion, SPLITS, type Split } from "#lib/contract/datasets/dataset-versions.ts";

export const SPLIT_LABELS: { [S in Split]: string } = { train: "To train", held_out: "Held out" };

/** Which rows the address asks for. */
export function useWantedRows() {
  const { get } = useSearchState();
  return {
    split: SPLITS.find((one) => one === get("split")) ?? null,
    isConflicting: get("conflict") === "1",
    hasMissingCalls: get("missing") === "1",
    notes: notesMeant(get("note")),
    position: placeIn(get("row")),
  };
}

/** People count from 1. */
function placeIn(row: string | null): number | null {
  return row !== null && /^[1-9]\d{0,8}$/.test(row) ? Number(row) - 1 : null;
}

type RowFiltersProps = {
  version: DatasetVersion;
  /** What may have several labels. */
  labelled: Labelled;
  /** How many rows the filters keep; undefined until that is known. */
  count: number | undefined;
};

/** Narrows the rows to a part, where the version has more than one. */
export function RowFilters({ version: { counts }, labelled, count }: RowFiltersProps) {
  const { get, replace } = useSearchState();
  const { split, isConflicting, hasMissingCalls, notes, position } = useWantedRows();
  const note = notes ? get("note") : null;
  const isNarrowed = split !== null || isConflicting || hasMissingCalls || notes !== null;
  const labels = `${labelled.value.charAt(0).toUpperCase()}${labelled.value.slice(1)}s`;
  const { heldOut, conflicts, missingCalls } = counts;
  const shows = {
    row: position !== null,
    split: heldOut > 0,
    conflict: isConflicting || (conflicts?.prompts ?? 0) > 0,
    note: note !== null || noteChoices(counts).length > 0,
    missing: hasMissingCalls || (missingCalls?.rows ?? 0) > 0,
  };
  if (!Object.values(shows).includes(true)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {position === null ? null : (
        <Button size="sm" onClick={() => replace({ row: null })}>
          Only row {formatCount(position + 1)}: show all
        </Button>
      )}
      {shows.split ? (
        <FilterSelect
          size="sm"
          className="w-40"
          label="Part"
          any="All rows"
          options={SPLITS.map((value) => ({ value, label: SPLIT_LABELS[value] }))}
          value={split}
          onValueChange={(value) => replace({ split: value })}
        />
      ) : null}
      {shows.conflict ? (
        <FilterSelect
          size="sm"
          className="w-64"
          label={labels}
          any={`Any ${labels.toLowerCase()}`}
          options={[{ value: "1", label: `Same ${labelled.what}, different ${labelled.value}s` }]}
          value={isConflicting ? "1" : null}
          onValueChange={(value) => replace({ conflict: value })}
        />
      ) : null}
      {shows.note ? (
        <FilterSelect
          size="sm"
          className="w-64"
          label="Found in rows"
          any="Anything found or not"
          options={noteChoices(counts)}
          value={note}
          unknownLabel={groupLabel}
          onValueChange={(value) => replace({ note: value })}
        />
      ) : null}
      {shows.missing ? (
        <FilterSelect
          size="sm"
          className="w-64"
          label="Calls"
          any="Any calls"
          options={[{ value: "1", label: "Rest on calls they do not have" }]}
          value={hasMissingCalls ? "1" : null}
          onValueChange={(value) => replace({ missing: value })}
        />
      ) : null}
      <p role="status" aria-label="Rows shown" className="text-muted text-sm tabular-nums">
        {isNarrowed && count !== undefined ? countOf(count, "row") : null}
      </p>
    </div>
  );
}
