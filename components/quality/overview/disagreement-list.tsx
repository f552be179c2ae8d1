"use client";

import { Gavel } from "lucide-react";
import { useMemo } from "react";
import { CallDetailsProvider, callDetailsLoader } from "#components/calls/parts/use-call-details.ts";
import { wordsColumn } from "#components/calls/words/words-column.tsx";
import { WordsTable } from "#components/calls/words/words-table.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { Disagreement } from "#components/quality/quality-queries.ts";
import { percentText } from "#components/queues/parts/estimate-text.ts";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { cutMiddle } from "#components/ui/text/format.ts";

type DisagreementListProps = {
  items: readonly Disagreement[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onOpen: (itemId: string) => void;
  undecidedOnly: boolean;
};

/** Items in which people differ, most of all first; Enter opens one to decide. */
export function DisagreementList({ items, error, onRetry, onOpen, undecidedOnly }: DisagreementListProps) {
  const { projectId } = useProject();
  const words = useMemo(() => callDetailsLoader(projectId), [projectId]);
  return (
    <CallDetailsProvider value={words}>
      <WordsTable
        className="min-h-0 flex-1"
        label="Disagreements"
        columns={COLUMNS}
        rows={items}
        getRowId={({ itemId }) => itemId}
        rowLabel={({ positionInQueue }) => `Item ${positionInQueue}`}
        error={
          error ? { title: "The disagreements could not be loaded.", detail: explainError(error) } : null
        }
        onRetry={onRetry}
        empty={
          <EmptyState title="No disagreements">
            {undecidedOnly
              ? "There are none, or all of them are decided."
              : "Items that two people answered differently appear here."}
          </EmptyState>
        }
        onOpen={({ itemId }) => onOpen(itemId)}
      />
    </CallDetailsProvider>
  );
}

const COLUMNS: readonly DataTableColumn<Disagreement>[] = [
  {
    id: "position",
    header: "#",
    width: "xs",
    align: "end",
    cell: ({ positionInQueue }) => <span className="text-faint">{positionInQueue}</span>,
  },
  wordsColumn({ callIdOf: ({ callId }) => callId, opOf: ({ callId }) => cutMiddle(callId) }),
  {
    id: "disagreement",
    header: "Differ",
    width: "xs",
    align: "end",
    cell: ({ disagreement }) => percentText(disagreement),
  },
  {
    id: "answers",
    header: "Answers",
    width: "xs",
    align: "end",
    wideOnly: true,
    cell: ({ answers }) => answers,
  },
  {
    id: "decided",
    header: "Decided",
    width: "xs",
    cell: ({ isDecided }) =>
      isDecided ? (
        <span title="Decided">
          <Gavel aria-hidden="true" className="inline size-3.5 text-success-ink" />
          <span className="sr-only">Decided</span>
        </span>
      ) : (
        <span className="text-faint">open</span>
      ),
  },
];
