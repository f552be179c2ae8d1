"use client";

import { useState } from "react";
import { QUEUE_TEMPLATES, type QueueTemplate } from "#components/queues/form/queue-templates.ts";
import { TemplateDialog } from "#components/queues/form/template-dialog.tsx";
import { Button } from "#components/ui/button/button.tsx";

type StartersProps = {
  title: string;
  /** The long form, without ready questions. */
  onCreate: () => void;
  /** Where there are queues to go back to. */
  onLeave?: () => void;
};

/** The short way to a queue: a template needs a name only. */
export function Starters({ title, onCreate, onLeave }: StartersProps) {
  const [chosen, setChosen] = useState<QueueTemplate | null>(null);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 overflow-y-auto px-4 py-12">
      <div className="text-center">
        <h2 className="text-base">{title}</h2>
        <p className="mt-1 text-muted">
          A queue has calls for people to annotate one by one, and questions about each. Start with one of
          these and change what you like.
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {QUEUE_TEMPLATES.map((template) => (
          <li key={template.id} className="flex flex-col gap-2 rounded-md border border-line p-4">
            <h3 className="text-sm">{template.title}</h3>
            <p className="flex-1 text-muted text-xs">{template.about}</p>
            <Button aria-label={`Start with this: ${template.title}`} onClick={() => setChosen(template)}>
              Start with this
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="ghost" onClick={onCreate}>
          Create an empty queue
        </Button>
        {onLeave ? (
          <Button variant="ghost" onClick={onLeave}>
            Show the queues
          </Button>
        ) : null}
      </div>
      {chosen ? <TemplateDialog template={chosen} onClose={() => setChosen(null)} /> : null}
    </div>
  );
}
