"use client";

import { playgroundHref } from "#components/chat/models/playground-models.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { Link } from "#components/ui/button/link.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { Model } from "#lib/contract/models/models.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";

type JobCheckpointsProps = { job: Pick<TrainingJob, "interimCheckpoints">; model: Model };

/** What the job left while it continued, each to be chatted with at once. */
export function JobCheckpoints({ job: { interimCheckpoints }, model }: JobCheckpointsProps) {
  const { entity, project, can } = useProject();
  if (interimCheckpoints.length === 0) return null;
  const chat = projectHref({ entity, project }, "chat");
  return (
    <section
      aria-label="Interim checkpoints"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5 text-sm"
    >
      <h2 className="text-muted text-xs">Interim checkpoints</h2>
      <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 tabular-nums">
        {interimCheckpoints.map(({ step, jobStep }) => (
          <li key={step} className="flex items-baseline gap-x-1.5">
            {can("chat:create") ? (
              <Link
                href={playgroundHref(chat, [chatNameOf(model, step)])}
                className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
              >
                Chat with checkpoint step {formatCount(step)}
              </Link>
            ) : (
              <span>Checkpoint step {formatCount(step)}</span>
            )}
            <span className="text-muted text-xs">left after training step {formatCount(jobStep)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
