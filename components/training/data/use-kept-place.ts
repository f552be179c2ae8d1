import { useEffect, useRef } from "react";

/** When a choice replaces what it was made with, the focus goes to the first control of what replaced it. Who is somewhere else by now, as after a long upload, stays there. */
export function useKeptPlace<T extends HTMLElement>(shown: string) {
  const place = useRef<T>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const active = document.activeElement;
    const isElsewhere = active !== null && active !== document.body && active.id !== "main";
    if (!isElsewhere || place.current?.contains(active))
      place.current?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
  }, [shown]);
  return place;
}
