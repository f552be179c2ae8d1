import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** One line above a list that says what is wrong with its address, and the ways out of that. */
export function FaultStrip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-warning-tint px-4 py-2 text-sm text-warning-ink"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="wrap-anywhere min-w-0 flex-1 max-sm:basis-4/5">{text}</p>
      {children}
    </div>
  );
}
