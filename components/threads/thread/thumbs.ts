import type { Turn } from "#lib/contract/traces/threads.ts";

export type Thumb = "up" | "down";

export const EMOJI: { [T in Thumb]: string } = { up: "👍", down: "👎" };

/** The turn after setting one's own thumb, which removes it if it was the same, and otherwise replaces the other one. */
export function withThumb(turn: Turn, thumb: Thumb): Turn {
  const { ownThumb } = turn;
  const next = ownThumb === thumb ? null : thumb;
  const changeOf = (one: Thumb) => Number(next === one) - Number(ownThumb === one);
  return {
    ...turn,
    ownThumb: next,
    thumbsUp: turn.thumbsUp + changeOf("up"),
    thumbsDown: turn.thumbsDown + changeOf("down"),
    feedback: turn.feedback + changeOf("up") + changeOf("down"),
  };
}
