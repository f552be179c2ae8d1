import { useEffect, useState } from "react";

const SETTLED_MS = 400;

/** A value once it has not changed for a moment, compared by its JSON: what is typed is not asked about letter by letter. */
export function useSettled<T>(value: T, afterMs = SETTLED_MS): T {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    // It was written from a value of this type just now.
    const timer = setTimeout(() => setSettled(JSON.parse(written) as T), afterMs);
    return () => clearTimeout(timer);
  }, [written, afterMs]);
  return settled;
}
