"use client";

import { useState } from "react";

/** How an annotator likes to work, at every desk in this browser. */
export type Habits = {
  /** Whether a digit that answers a question moves to the next one. */
  movesOn: boolean;
  /** So many items are held ready beside the current one, as far as there is plenty. */
  ahead: number;
  /** Whether the desk shows what a model says to an item once it is answered. */
  showsModel: boolean;
};

export const AHEAD = { few: 2, many: 10 };
const USUAL: Habits = { movesOn: true, ahead: AHEAD.many, showsModel: true };

/** The habits of this person, and how they are changed. */
export function useHabits(userId: string): Habits & { change: (patch: Partial<Habits>) => void } {
  const [habits, setHabits] = useState(() => readHabits(userId));
  return {
    ...habits,
    change: (patch) => {
      const next = { ...habits, ...patch };
      setHabits(next);
      writeHabits(userId, next);
    },
  };
}

function keyOf(userId: string): string {
  return `spindle-desk-habits:${userId}`;
}

function readHabits(userId: string): Habits {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "null");
    if (typeof kept !== "object" || kept === null) return USUAL;
    const { movesOn, ahead, showsModel } = { ...USUAL, ...kept };
    return {
      movesOn: movesOn !== false,
      ahead: ahead === AHEAD.few ? AHEAD.few : AHEAD.many,
      showsModel: showsModel !== false,
    };
  } catch {
    return USUAL;
  }
}

function writeHabits(userId: string, habits: Habits): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(habits));
  } catch {
    // Without storage they hold for as long as the page does.
  }
}
