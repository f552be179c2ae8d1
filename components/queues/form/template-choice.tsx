"use client";

import { useState } from "react";
import { FormSection } from "#components/queues/parts/queue-form-parts.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { QUEUE_TEMPLATES, type QueueTemplate } from "./queue-templates.ts";
import { TemplateDialog } from "./template-dialog.tsx";

/** The way to a queue whose questions are there already, also where the project has other queues. Outside of every form: the dialog has its own. */
export function TemplateChoice() {
  const [chosen, setChosen] = useState<QueueTemplate | null>(null);
  return (
    <FormSection>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-sm">Start with ready questions</legend>
        <div className="flex flex-wrap gap-2">
          {QUEUE_TEMPLATES.map((template) => (
            <Button
              key={template.id}
              size="sm"
              title={template.about}
              aria-label={`Start with this: ${template.title}`}
              onClick={() => setChosen(template)}
            >
              {template.title}
            </Button>
          ))}
        </div>
      </fieldset>
      {chosen ? <TemplateDialog template={chosen} onClose={() => setChosen(null)} /> : null}
    </FormSection>
  );
}
