"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { standingQuery } from "./retraction-queries.ts";

const RetractDialog = late(() => import("./retract-dialog.tsx").then((file) => file.RetractDialog), {
  when: "wanted",
});

/** The way to take what somebody answered out of training data. */
export function RetractButton({ person }: { person: { annotatorUserId: string; name: string } }) {
  const { can, projectId } = useProject();
  const mayRetract = can("datasets:write");
  const [isOpen, setOpen] = useState(false);
  const whose = { projectId, annotatorUserId: person.annotatorUserId };
  const { data: held } = useQuery({ ...standingQuery(whose), enabled: mayRetract });
  if (!mayRetract) return null;
  return (
    <>
      {held ? <Badge tone="warning">Retracted</Badge> : null}
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${held ? "Lift the retraction of" : "Retract the answers of"} ${person.name}`}
        onClick={() => setOpen(true)}
      >
        {held ? "Lift…" : "Retract…"}
      </Button>
      {isOpen ? <RetractDialog person={person} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
