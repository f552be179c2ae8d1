"use client";

import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { late } from "#components/ui/mount/late.tsx";

const RerouteDialog = late(() => import("./reroute-dialog.tsx").then((file) => file.RerouteDialog), {
  when: "wanted",
});

/** The way to take somebody off a queue, with their items for others. */
export function RerouteButton({ person }: { person: { annotatorUserId: string; name: string } }) {
  const { can } = useProject();
  const [isOpen, setOpen] = useState(false);
  if (!can("queues:write")) return null;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Give to others the items of ${person.name}`}
        onClick={() => setOpen(true)}
      >
        Give to others…
      </Button>
      {isOpen ? <RerouteDialog person={person} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
