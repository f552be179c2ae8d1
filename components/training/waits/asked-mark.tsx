"use client";

import { Repeat } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { AskedBy } from "#lib/contract/annotation/queues.ts";

/** In a list: that a reinforcement run asked about the item, and the way to that run. */
export function AskedMark({ askedBy }: { askedBy: AskedBy }) {
  const href = useRunHref(askedBy);
  const words = `Asked by ${runWords(askedBy)}`;
  const mark = (
    <>
      <Repeat aria-hidden="true" className="size-3 shrink-0" />
      <span aria-hidden="true">run</span>
      <span className="sr-only">, {words}</span>
    </>
  );
  const look = "inline-flex items-center gap-0.5 rounded-sm text-muted text-xs";
  if (href === null)
    return (
      <span title={words} className={look}>
        {mark}
      </span>
    );
  return (
    <Link href={href} title={words} className={`${look} hover:text-ink hover:underline`}>
      {mark}
    </Link>
  );
}

/** In a sheet: the same in a sentence, and what follows from it. */
export function AskedText({ askedBy }: { askedBy: AskedBy }) {
  const href = useRunHref(askedBy);
  const words = runWords(askedBy);
  return (
    <p className="flex items-start gap-2 text-muted text-sm">
      <Repeat aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        Asked by{" "}
        {href === null ? (
          words
        ) : (
          <Link href={href} className="rounded-sm text-accent-ink underline underline-offset-2">
            {words}
          </Link>
        )}
        . What people say here rewards a reply of the run; datasets leave it out, unless their recipe takes
        such items.
      </span>
    </p>
  );
}

/** `the reinforcement run “refunds”` */
export function runWords({ name }: AskedBy): string {
  return name === null ? "a reinforcement run" : `the reinforcement run “${name}”`;
}

/** Null for who may not see runs. */
function useRunHref({ runId, name }: AskedBy): string | null {
  const { entity, project } = useProject();
  return name === null ? null : projectHref({ entity, project }, "training", "runs", runId);
}
