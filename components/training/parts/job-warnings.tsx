import { Info, TriangleAlert } from "lucide-react";
import type { JobHealth, JobWarning } from "#lib/contract/training/job-health.ts";

/** Of a good job, notes alone are said. */
const TONES: { readonly [H in JobHealth]: string } = {
  good: "bg-sunken",
  poor: "bg-warning-tint text-warning-ink",
  dead: "bg-danger-tint text-danger-ink",
};

type JobWarningsProps = {
  job: { health: JobHealth; warnings: readonly JobWarning[] };
  /** Whether its numbers are its last; until then it may be stopped. */
  isOver: boolean;
};

/** What the numbers of a job say of how well it learns. Nothing where they say nothing bad. */
export function JobWarnings({ job: { health, warnings }, isOver }: JobWarningsProps) {
  if (warnings.length === 0) return null;
  const isDead = health === "dead";
  const Sign = health === "good" ? Info : TriangleAlert;
  const tone = TONES[health];
  return (
    <section aria-label="Warnings" className={`flex gap-2 border-line border-b px-4 py-2 text-sm ${tone}`}>
      <Sign aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {isDead ? (
          <p className="font-medium">
            {isOver
              ? "The job learned nothing."
              : "The job learns nothing so far: more steps like these are lost."}
          </p>
        ) : null}
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
