import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type DeskPlace, summaryQuery } from "./desk-queries.ts";
import { type DeskState, type OwnCounts, ownCounts, waitingIn } from "./desk-state.ts";

/** Items that the annotator has done and may still answer, as the server counted them and with what was done since; null until it has. */
export function useOwnCounts(place: DeskPlace, state: DeskState): OwnCounts | null {
  const { data } = useQuery(summaryQuery(place));
  const [counted, setCounted] = useState({ data, finishedThen: 0 });
  // What is on its way was not counted yet.
  if (counted.data !== data) setCounted({ data, finishedThen: state.finished - waitingIn(state) });
  return counted.data ? ownCounts(state, { ...counted.data, finishedThen: counted.finishedThen }) : null;
}
