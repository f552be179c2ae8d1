import { TriangleAlert } from "lucide-react";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** What the numbers of a job say of how well it learns. Nothing where they say nothing bad. */
export function JobWarnings({
  job: { health, warnings },
}: {
  job: Pick<TrainingJob, "health" | "warnings">;
}) {
  if (warnings.length === 0) return null;
  const isDead = health === "dead";
  return (
    <section
      aria-label="Warnings"
      className={`flex gap-2 border-line border-b px-4 py-2 text-sm ${isDead ? "bg-danger-tint text-danger-ink" : "bg-warning-tint text-warning-ink"}`}
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {isDead ? <p className="font-medium">The job learned nothing.</p> : null}
        <ul className="flex flex-col gap-1">
          {warnings.map(({ code, text }) => (
            <li key={code} className="break-words">
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
