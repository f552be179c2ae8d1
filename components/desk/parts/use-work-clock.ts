"use client";

import { useEffect, useState } from "react";
import {
  lookedAway,
  NEW_CLOCK,
  restarted,
  touched,
  turnedTo,
  type WorkClock,
  workedOn,
} from "./work-clock.ts";

export type WorkTimer = ReturnType<typeof createTimer>;

const SIGNS_OF_LIFE = ["keydown", "pointerdown", "pointermove", "wheel", "touchmove"] as const;

/** Times the work on the item that is shown. */
export function useWorkTimer(itemId: string | null): WorkTimer {
  const [timer] = useState(createTimer);
  useEffect(() => timer.turnTo(itemId), [timer, itemId]);
  useEffect(() => timer.listen(), [timer]);
  return timer;
}

function createTimer() {
  let clock: WorkClock = NEW_CLOCK;
  const now = () => performance.now();
  return {
    turnTo(itemId: string | null): void {
      clock = turnedTo(clock, itemId, now());
    },
    workedMs: (itemId: string): number => workedOn(clock, itemId, now()),
    /** The time worked since the last call, which it resets. */
    lap(itemId: string): number {
      const workedMs = workedOn(clock, itemId, now());
      clock = restarted(touched(clock, now()), itemId);
      return workedMs;
    },
    read: (): WorkClock => clock,
    listen(): () => void {
      const touch = () => {
        clock = touched(clock, now());
      };
      const look = () => {
        clock = document.hidden ? lookedAway(clock, now()) : touched(clock, now());
      };
      for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, touch, { passive: true });
      document.addEventListener("visibilitychange", look);
      return () => {
        for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, touch);
        document.removeEventListener("visibilitychange", look);
      };
    },
  };
}
