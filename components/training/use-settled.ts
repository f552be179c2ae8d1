import { useEffect, useState } from "react";

const SETTLED_MS = 400;

/** A value once it has not changed for a moment, compared by its JSON: what is typed is not asked about letter by letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    // It was written from a value of this type just now.
    const timer = setTimeout(() => setSettled(JSON.parse(written) as T), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return settled;
}
