import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type DeskPlace, summaryQuery } from "./desk-queries.ts";
import { type DeskState, doneSince, waitingIn } from "./desk-state.ts";

/** Items that the annotator may still answer, what was done since the server counted them left out; null until it has. */
export function useLeftForMe(place: DeskPlace, state: DeskState): number | null {
  const { data } = useQuery(summaryQuery(place));
  const [counted, setCounted] = useState({ data, doneThen: 0 });
  // What is on its way was not counted yet.
  if (counted.data !== data) setCounted({ data, doneThen: doneSince(state) - waitingIn(state) });
  return counted.data ? Math.max(0, counted.data.leftForMe - (doneSince(state) - counted.doneThen)) : null;
}
