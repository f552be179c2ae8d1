import { MessagesSquare, Search } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { FirstRequest } from "#components/settings/projects/first-request.tsx";
import { ImportButton } from "#components/threads/import/import-drop.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";

type NoThreadsProps = {
  isFiltered: boolean;
  /** What is looked for in ids; people also type what somebody said there. */
  ids: string | null;
  onClear: () => void;
  /** Null where the reader may not import. */
  onFiles: ((files: readonly File[]) => void) | null;
};

const MAX_SHOWN_WORDS = 40;

function SearchSaid({ words }: { words: string }) {
  const { entity, project } = useProject();
  const shown = words.length > MAX_SHOWN_WORDS ? `${words.slice(0, MAX_SHOWN_WORDS)}…` : words;
  const query = new URLSearchParams({ q: words });
  return (
    <ButtonLink icon={<Search />} href={`${projectHref({ entity, project }, "calls")}?${query}`}>
      Search what was said for “{shown}”
    </ButtonLink>
  );
}

export function NoThreads({ isFiltered, ids, onClear, onFiles }: NoThreadsProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon={<MessagesSquare />}
        title="No thread matches these filters"
        actions={
          <>
            <Button onClick={onClear}>Clear filters</Button>
            {ids === null ? null : <SearchSaid words={ids} />}
          </>
        }
      >
        {ids === null
          ? "The time filter applies to single turns, and the ranges to the turns inside it."
          : "Threads are found by their ids here. What was said in them is searched on the page of calls."}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title="No conversations yet"
      actions={
        <>
          {onFiles ? (
            <ImportButton variant="primary" onFiles={onFiles}>
              Import conversations
            </ImportButton>
          ) : null}
          <ButtonLink href="/settings?tab=keys">Create an API key</ButtonLink>
        </>
      }
    >
      {onFiles ? (
        <p>
          Choose a file of conversations or drop it here: one per line or a JSON array, as OpenAI chat
          messages, ShareGPT or dialogues.
        </p>
      ) : null}
      <p className="mt-2">
        Or let a program send them. A thread appears here with its first turn: a call that has a thread id and
        whose id is its turn id. From a terminal:
      </p>
      <FirstRequest />
    </EmptyState>
  );
}
