"use client";

import { ListPlus } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { Link } from "#components/ui/button/link.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { AIM } from "./aim.ts";

const OTHERS = { threads: { place: "calls", label: "Calls" }, calls: { place: "threads", label: "Threads" } };

type AimBarProps = { queue: Queue | null; things: "threads" | "calls" };

/** Says above a list that its rows are chosen for a queue, and leads out of that again. */
export function AimBar({ queue, things }: AimBarProps) {
  const current = useProject();
  const { replace } = useSearchState();
  if (!queue) return null;
  const other = OTHERS[things];
  return (
    <section
      aria-label="Choosing for a queue"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-accent-tint px-4 py-2 text-sm"
    >
      <ListPlus aria-hidden="true" className="size-4 shrink-0 text-accent-ink max-sm:hidden" />
      <p className="wrap-anywhere min-w-0 flex-1 max-sm:basis-full">
        <strong className="font-medium">Choose what goes into “{queue.name}”.</strong>{" "}
        <span className="text-muted">Select {things}, then add them.</span>
      </p>
      <Link
        href={`${projectHref(current, other.place)}?${AIM}=${encodeURIComponent(queue.id)}`}
        className={buttonClass("ghost", "sm")}
      >
        {other.label} instead
      </Link>
      <Link href={projectHref(current, "queues", queue.id)} className={buttonClass("ghost", "sm")}>
        Open the queue
      </Link>
      <Button size="sm" onClick={() => replace({ [AIM]: null })}>
        Stop choosing
      </Button>
    </section>
  );
}
