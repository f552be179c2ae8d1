import type { ReactNode } from "react";

/** The sign before the words of a button. */
export function ButtonGlyph({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="inline-flex size-3.5 items-center justify-center [&>svg]:size-full">
      {children}
    </span>
  );
}
