import { type Round, storedCall } from "#components/chat/state/playground-state.ts";
import type { ToolResults } from "#components/chat/state/tool-turns.ts";
import { letterOf } from "./use-columns.ts";
import type { Column } from "./use-playground.ts";
import type { Pair, Vote } from "./use-votes.ts";

/** The actions of a round; null if nothing can be asked now. */
export type RoundActs = {
  threadOf: (columnId: string) => string;
  onStop: (columnId: string) => void;
  onAgain: ((roundId: number, column: Column) => void) | null;
  onEdit: ((roundId: number, prompt: string) => void) | null;
  onResults: ((results: ToolResults, column: Column) => void) | null;
  onVote: (pair: Pair, verdict: Vote["verdict"]) => void;
  isVoting: boolean;
  onQueue: ((callIds: readonly string[]) => void) | null;
};

/** A reply that can be voted on. */
export type Side = { columnId: string; letter: string; callId: string };

/** The replies of a round that are stored, from the left. */
export function sidesOf(round: Round, columns: readonly Column[]): Side[] {
  return columns.flatMap(({ id }, place) => {
    const callId = storedCall(round.replies[id]);
    return callId === null ? [] : [{ columnId: id, letter: letterOf(place), callId }];
  });
}
