import { useEffect, useState } from "react";

/** The time, moving on every second while something is under way. */
export function useNow(isMoving: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
