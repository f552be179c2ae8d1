import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type DeskPlace, summaryQuery } from "./desk-queries.ts";
import { type DeskState, type OwnCounts, ownCounts, seenByServer } from "./desk-state.ts";

/** Items that the annotator has done and may still answer, as the server counted them and with what was done since; null until it has. */
export function useOwnCounts(place: DeskPlace, state: DeskState): OwnCounts | null {
  const { data } = useQuery(summaryQuery(place));
  const [counted, setCounted] = useState({ data, seen: { finished: 0, skips: 0 } });
  if (counted.data !== data) setCounted({ data, seen: seenByServer(state) });
  const { finished, skips } = state;
  // The same object while the numbers are the same, so that nothing is rendered again.
  return useMemo(
    () => (counted.data ? ownCounts({ finished, skips }, { ...counted.data, seen: counted.seen }) : null),
    [counted, finished, skips],
  );
}
