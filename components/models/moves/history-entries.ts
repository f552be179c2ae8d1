import type { AliasMove } from "#lib/contract/evaluation/aliases.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";

/** What happened to an alias: it moved, or an admin refused that it moves. */
export type HistoryEntry = { is: "move"; move: AliasMove } | { is: "refusal"; refusal: Promotion };

/** Both together, newest first. What is older than the moves that are shown comes with the next ones. */
export function historyEntries(
  moves: readonly AliasMove[],
  refusals: readonly Promotion[],
  { hasMore }: { hasMore: boolean },
): HistoryEntry[] {
  const oldest = hasMore ? (moves.at(-1)?.movedAt.getTime() ?? 0) : 0;
  const entries: HistoryEntry[] = [
    ...moves.map((move) => ({ is: "move" as const, move })),
    ...refusals
      .filter((refusal) => timeOf({ is: "refusal", refusal }) >= oldest)
      .map((refusal) => ({ is: "refusal" as const, refusal })),
  ];
  return entries.toSorted((a, b) => timeOf(b) - timeOf(a));
}

function timeOf(entry: HistoryEntry): number {
  return entry.is === "move" ? entry.move.movedAt.getTime() : (entry.refusal.decidedAt?.getTime() ?? 0);
}
