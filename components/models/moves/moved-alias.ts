import { createContext, useContext, useEffect, useRef } from "react";

/** The alias that was moved last; another object at each move. */
export type Moved = { name: string };

type SayMoved = (name: string, step: number, when?: "now" | "again") => void;

/** For what moves an alias: the reader is led to what it means now, and not left on a button that would move it back. */
export const MovedContext = createContext<SayMoved>(() => undefined);

export function useSayMoved(): SayMoved {
  return useContext(MovedContext);
}

/** The heading of an alias, which has the focus once that was moved. */
export function useMovedHeading(moved: Moved | null) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus();
  }, [moved]);
  return heading;
}
