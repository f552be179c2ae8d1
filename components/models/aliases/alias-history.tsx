import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { historyEntries } from "#components/models/moves/history-entries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge, type Tone } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { AliasMove, AliasMoveKind } from "#lib/contract/evaluation/aliases.ts";
import type { Promotion } from "#lib/contract/evaluation/promotions.ts";
import { aliasMovesQuery, refusedPromotionsQuery } from "./alias-queries.ts";

const KINDS: { readonly [K in AliasMoveKind]: { label: string; tone: Tone } } = {
  moved: { label: "moved", tone: "neutral" },
  approved: { label: "approved", tone: "success" },
  overridden: { label: "gate overridden", tone: "warning" },
  rolled_back: { label: "rolled back", tone: "accent" },
  removed: { label: "removed", tone: "danger" },
};

type AliasHistoryProps = {
  modelId: string;
  name: string;
  /** Where the alias is by now; null without a checkpoint. */
  step: number | null;
};

/** Who moved an alias, when, from which step to which, why, and what its gate had found; and who refused that it moves. */
export function AliasHistory({ modelId, name, step }: AliasHistoryProps) {
  const { projectId } = useProject();
  const moves = useInfiniteQuery(aliasMovesQuery(modelId, name));
  const refused = useQuery(refusedPromotionsQuery(projectId, { modelId, alias: name }));
  const { personName } = useNaming();
  if (moves.error && !moves.data)
    return <QueryErrorBanner title="The history could not be loaded." query={moves} />;
  if (!moves.data) return <SkeletonLines label="Loading the history" lines={2} />;
  const entries = historyEntries(moves.data, refused.data ?? [], { hasMore: moves.hasNextPage });
  // Who moved it just now, and when, is known once the history is read again.
  const lacksLast = moves.isFetching && (moves.data[0]?.step ?? null) !== step;
  if (entries.length === 0 && !lacksLast)
    return <p className="text-muted text-sm">It has never had a checkpoint.</p>;
  return (
    <>
      {lacksLast ? <SkeletonLines label="Loading the last move" lines={1} /> : null}
      <ol aria-label={`History of ${name}`} className="flex flex-col gap-2">
        {entries.map((entry) =>
          entry.is === "move" ? (
            <Move key={entry.move.id} move={entry.move} by={byWords(entry.move, personName)} />
          ) : (
            <Refusal
              key={entry.refusal.id}
              refusal={entry.refusal}
              by={refusedBy(entry.refusal, personName)}
            />
          ),
        )}
      </ol>
      {moves.hasNextPage ? (
        <Button
          size="sm"
          className="w-fit"
          pending={moves.isFetchingNextPage}
          onClick={() => void moves.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  );
}

/** `by Ada`, and who had asked where that was somebody else. */
function byWords({ movedBy, askedBy }: AliasMove, nameOf: (id: string) => string): string {
  const asked = askedBy === null || askedBy === movedBy ? "" : `, asked by ${nameOf(askedBy)}`;
  return `by ${nameOf(movedBy)}${asked}`;
}

/** `by Ada, asked by Eva` */
function refusedBy({ decidedBy, askedBy }: Promotion, nameOf: (id: string) => string): string {
  return `by ${decidedBy === null ? "nobody" : nameOf(decidedBy)}, asked by ${nameOf(askedBy)}`;
}

function Refusal({ refusal: { step, decision, decidedAt }, by }: { refusal: Promotion; by: string }) {
  return (
    <li className="flex min-w-0 flex-col gap-0.5 border-line border-l-2 pl-3">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
        <span className="font-medium tabular-nums">step {step}</span>
        <Badge tone="danger">refused</Badge>
        <span className="text-muted text-xs">
          {by} · <Time value={decidedAt} />
        </span>
      </span>
      {decision === null ? null : <span className="break-words text-sm">“{decision}”</span>}
    </li>
  );
}

function Move({ move: { kind, fromStep, step, note, lines, movedAt }, by }: { move: AliasMove; by: string }) {
  return (
    <li className="flex min-w-0 flex-col gap-0.5 border-line border-l-2 pl-3">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
        <span className="font-medium tabular-nums">
          {fromStep === null ? "" : `step ${fromStep} to `}
          {step === null ? "none" : `step ${step}`}
        </span>
        <Badge tone={KINDS[kind].tone}>{KINDS[kind].label}</Badge>
        <span className="text-muted text-xs">
          {by} · <Time value={movedAt} />
        </span>
      </span>
      {note === null ? null : <span className="break-words text-sm">“{note}”</span>}
      {lines.map(({ role, finding, evaluationId, metric }) => (
        <span key={`${role} ${evaluationId} ${metric}`} className="break-words text-muted text-xs">
          {finding}
        </span>
      ))}
    </li>
  );
}
