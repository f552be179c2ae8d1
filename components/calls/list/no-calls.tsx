"use client";

import { Waypoints } from "lucide-react";
import { useProject } from "#components/project/project-context.tsx";
import { FirstRequest } from "#components/settings/projects/first-request.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";

export function NoCalls({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { role } = useProject();
  if (isFiltered)
    return (
      <EmptyState
        icon={<Waypoints />}
        title="No call matches these filters"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        Words match anywhere in inputs, output and exceptions; ids must match exactly.
      </EmptyState>
    );
  if (role === "annotator")
    return (
      <EmptyState icon={<Waypoints />} title="No calls for you yet">
        Annotators see the calls in annotation queues and the conversations around them. They appear here once
        a queue has some.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Waypoints />}
      title="No calls yet"
      actions={<ButtonLink href="/settings?tab=keys">Create an API key</ButtonLink>}
    >
      <p>
        A call is one recorded step of a program: its inputs, its output and how long it took. Send the first
        one:
      </p>
      <FirstRequest />
    </EmptyState>
  );
}
