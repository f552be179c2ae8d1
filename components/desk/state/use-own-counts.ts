import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type DeskPlace, summaryQuery } from "./desk-queries.ts";
import { type DeskState, type OwnCounts, ownCounts, waitingIn } from "./desk-state.ts";

/** Items that the annotator has done and may still answer, as the server counted them and with what was done since; null until it has. */
export function useOwnCounts(place: DeskPlace, state: DeskState): OwnCounts | null {
  const { data } = useQuery(summaryQuery(place));
  const [counted, setCounted] = useState({ data, finishedThen: 0 });
  // What is on its way was not counted yet.
  if (counted.data !== data) setCounted({ data, finishedThen: state.finished - waitingIn(state) });
  const { finished } = state;
  // The same object while the numbers are the same, so that nothing is drawn anew for it.
  return useMemo(
    () =>
      counted.data ? ownCounts({ finished }, { ...counted.data, finishedThen: counted.finishedThen }) : null,
    [counted, finished],
  );
}
