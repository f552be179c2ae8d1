import { useMemo } from "react";
import { readColumns, writeColumns } from "./chosen-columns.ts";
import { useSearchState } from "./use-search-state.ts";

/** The columns of a list, which its address names. */
export function useChosenColumns(known: readonly string[], usual: readonly string[]) {
  const { get, replace } = useSearchState();
  const named = get("cols");
  const chosen = useMemo(() => readColumns(named, known, usual), [named, known, usual]);
  const change = (by: (chosen: readonly string[]) => readonly string[]) => {
    // Read from the window, since two changes may come before the page renders once.
    const now = readColumns(new URLSearchParams(window.location.search).get("cols"), known, usual);
    replace({ cols: writeColumns(by(now), usual) });
  };
  return { chosen, change };
}
