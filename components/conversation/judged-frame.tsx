"use client";

import type { ReactNode } from "react";
import { useNameInPanel } from "./panel-name.ts";

/** Names the frame to scripts that bring it into sight. */
export const JUDGED = "data-judged";

/** Sets apart what is judged from what only explains it. */
export function JudgedFrame({ children }: { children: ReactNode }) {
  const name = useNameInPanel("You are judging this");
  return (
    <section
      aria-label={name}
      {...{ [JUDGED]: "" }}
      className="min-w-0 rounded-lg border-2 border-accent px-3 pt-2 pb-3"
    >
      <p aria-hidden="true" className="mb-2 font-medium text-accent-ink text-xs">
        You are judging this
      </p>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
