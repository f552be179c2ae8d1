"use client";

import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { late } from "#components/ui/mount/late.tsx";

const RetractDialog = late(() => import("./retract-dialog.tsx").then((file) => file.RetractDialog), {
  when: "wanted",
});

/** The way to take what somebody answered out of training data. */
export function RetractButton({ person }: { person: { annotatorUserId: string; name: string } }) {
  const { can } = useProject();
  const [isOpen, setOpen] = useState(false);
  if (!can("datasets:write")) return null;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Retract the answers of ${person.name}`}
        onClick={() => setOpen(true)}
      >
        Retract…
      </Button>
      {isOpen ? <RetractDialog person={person} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
