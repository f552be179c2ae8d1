import { useEffect, useState } from "react";

/** Whether `is` has been true for so long without a break. */
export function useHasLasted(is: boolean, durationMs: number): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setHas(true), durationMs);
    return () => {
      clearTimeout(timer);
      setHas(false);
    };
  }, [is, durationMs]);
  return is && has;
}
