import { MessagesSquare } from "lucide-react";
import { FirstRequest } from "#components/projects/first-request.tsx";
import { Button } from "#components/ui/button.tsx";
import { ButtonLink } from "#components/ui/button-link.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

export function NoThreads({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title="No thread matches these filters"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        The time is that of single turns, and the bounds speak of the turns inside it.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title="No conversations yet"
      actions={<ButtonLink href="/settings?tab=keys">Make an API key</ButtonLink>}
    >
      <p>
        A thread appears here with its first turn: a call with a thread id whose id is also its turn id. Send
        one from a terminal:
      </p>
      <FirstRequest />
    </EmptyState>
  );
}
