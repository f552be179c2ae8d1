import type { Rounds } from "#components/chat/state/playground-state.ts";
import type { Column } from "./use-playground.ts";
import type { Vote } from "./use-votes.ts";

/** A conversation of the playground with its votes. */
export type Conversation = {
  /** Part of the names of its threads. */
  session: string;
  rounds: Rounds;
  columns: readonly Column[];
  votes: readonly (readonly [roundId: number, vote: Vote])[];
};

export type Keeper = { userId: string; projectId: string };

/** Increase it when the stored form changes; older data are then not read. */
const FORM = 2;

/** The conversation that this tab was at; replies that were still coming when the page went away stopped there. */
export function keptConversation(storage: Pick<Storage, "getItem">, keeper: Keeper): Conversation | null {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(keeper)) ?? "null");
    // Values under a key of this form were written by this file.
    return kept === null ? null : withoutComing(kept as Conversation);
  } catch {
    return null;
  }
}

/** Stores it in this tab. Without room, only a reload loses it: every whole reply is a call in its thread. */
export function keepConversation(
  storage: Pick<Storage, "setItem">,
  keeper: Keeper,
  conversation: Conversation,
): void {
  try {
    storage.setItem(keyOf(keeper), JSON.stringify(conversation));
  } catch {
    // It is still on the screen.
  }
}

/** Whether an address that names these models, or none, means this conversation. */
export function isOf({ columns }: Conversation, models: readonly string[]): boolean {
  // One that waits for its model to be chosen has no place in an address.
  const chosen = columns.filter(({ model }) => model !== "");
  return (
    models.length === 0 ||
    (models.length === chosen.length && chosen.every(({ model }, at) => model === models[at]))
  );
}

function keyOf({ userId, projectId }: Keeper): string {
  return `spindle-playground-${FORM}:${userId}:${projectId}`;
}

function withoutComing(conversation: Conversation): Conversation {
  const rounds = conversation.rounds.map((round) => ({
    ...round,
    replies: Object.fromEntries(
      Object.entries(round.replies).map(([columnId, reply]) => [
        columnId,
        reply.end === "coming" ? { ...reply, end: "stopped" as const } : reply,
      ]),
    ),
  }));
  return { ...conversation, rounds };
}
