"use client";

import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { TracedList } from "./traced-list.tsx";

/** What learned from somebody: the versions, jobs, checkpoints and aliases that their answers went into. */
export function LearnedButton({
  person: { annotatorUserId: id, name },
}: {
  person: { annotatorUserId: string; name: string };
}) {
  const { can } = useProject();
  const [isOpen, setOpen] = useState(false);
  if (!can("datasets:read")) return null;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        Used in…<span className="sr-only"> the answers of {name}</span>
      </Button>
      {isOpen ? (
        <Dialog
          open
          onOpenChange={setOpen}
          width="lg"
          title={`Where the answers of ${name} are used`}
          description="The rows of datasets and the rewards of reinforcement runs that were made of their answers, in all queues of the project, and what learned from those."
          footer={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <TracedList
            traced={{ start: { kind: "annotator", id }, direction: "down" }}
            nothing="No version of a dataset has a row of their answers yet, and no reinforcement run has a reward of them."
          />
        </Dialog>
      ) : null}
    </>
  );
}
