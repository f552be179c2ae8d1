import { useEffect, useState } from "react";
import { useDrawnAt } from "#components/ui/drawn-at.tsx";
import { useHydrated } from "#components/ui/use-platform.ts";

/** The time, moving on every second while something is under way. */
export function useNow(isMoving: boolean): Date {
  const drawnAt = useDrawnAt();
  // What the server draws, the browser draws alike at first.
  const isHydrated = useHydrated();
  const [now, setNow] = useState(() => (isHydrated ? new Date() : new Date(drawnAt)));
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
