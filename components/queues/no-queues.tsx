"use client";

import { Inbox } from "lucide-react";
import { useRouter } from "next/navigation";
import { explainError } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { QUEUE_TEMPLATES } from "./queue-templates.ts";
import { useQueueTemplate } from "./use-queue-template.ts";

type NoQueuesProps = { isFiltered: boolean; onClear: () => void; onCreate: () => void };

export function NoQueues({ isFiltered, onClear, onCreate }: NoQueuesProps) {
  const { can } = useProject();
  if (isFiltered)
    return (
      <EmptyState
        icon={<Inbox />}
        title="No queue is like that"
        actions={<Button onClick={onClear}>Show all queues</Button>}
      />
    );
  if (can("queues:write")) return <Starters onCreate={onCreate} />;
  return (
    <EmptyState icon={<Inbox />} title="No queues yet">
      A queue holds calls that people look at one by one, with the questions they answer about each. An
      engineer or admin of the project can make one, and open it to you.
    </EmptyState>
  );
}

function Starters({ onCreate }: { onCreate: () => void }) {
  const { projectId, entity, project } = useProject();
  const router = useRouter();
  const make = useQueueTemplate(projectId);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 overflow-y-auto px-4 py-12">
      <div className="text-center">
        <h2 className="text-base">No queues yet</h2>
        <p className="mt-1 text-muted">
          A queue holds calls that people look at one by one, with the questions they answer about each. Begin
          with one of these, and change what you like.
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-3">
        {QUEUE_TEMPLATES.map((template) => (
          <li key={template.id} className="flex flex-col gap-2 rounded-md border border-line p-4">
            <h3 className="text-sm">{template.title}</h3>
            <p className="flex-1 text-muted text-xs">{template.about}</p>
            <Button
              pending={make.isPending && make.variables === template}
              disabled={make.isPending && make.variables !== template}
              aria-label={`Begin with this: ${template.title}`}
              onClick={() =>
                make.mutate(template, {
                  onSuccess: (queueId) => router.push(projectHref({ entity, project }, "queues", queueId)),
                })
              }
            >
              Begin with this
            </Button>
          </li>
        ))}
      </ul>
      <FieldError error={make.error ? explainError(make.error) : null} />
      <div className="flex justify-center">
        <Button variant="ghost" onClick={onCreate}>
          Make one from nothing
        </Button>
      </div>
    </div>
  );
}
