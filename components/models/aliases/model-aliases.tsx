"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ShieldCheck, Tag } from "lucide-react";
import { useCallback, useState } from "react";
import { evaluationListQuery } from "#components/evaluations/parts/evaluation-queries.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { type Moved, MovedContext } from "#components/models/moves/moved-alias.ts";
import { useProject } from "#components/project/project-context.tsx";
import { allCheckpointsQuery } from "#components/run/queries/model-queries.ts";
import { stepIn } from "#components/run/state/step-in.ts";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { AliasCard } from "./alias-card.tsx";
import { aliasesQuery } from "./alias-queries.ts";
import { GateDialog } from "./gate-dialog.tsx";
import { NameCandidate } from "./name-candidate.tsx";

/** What programs call the checkpoint that they use, where nobody has named one yet. */
const FIRST_ALIAS = "production";

/** The names of a model's checkpoints: what each one means now, what guards it, and how it came there. */
export function ModelAliases({ model }: { model: ModelWithSteps }) {
  const { projectId, can } = useProject();
  const { get, replace } = useSearchState();
  const aliases = useQuery(aliasesQuery(model.id));
  const checkpoints = useQuery(allCheckpointsQuery(model.id));
  const evaluations = useInfiniteQuery({
    ...evaluationListQuery(projectId, ""),
    enabled: can("evaluations:read"),
  });
  const [isAdding, setAdding] = useState(false);
  const [moved, setMoved] = useState<Moved | null>(null);
  const sayMoved = useCallback(
    (name: string, step: number, when = "now") => {
      toast({ title: `${name} is step ${step} ${when}.` });
      setMoved({ name });
      // The reader has done what the address asks for.
      replace({ candidate: null });
    },
    [replace],
  );
  if (aliases.error && !aliases.data)
    return <QueryError title="The aliases could not be loaded" query={aliases} />;
  if (!aliases.data || !checkpoints.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the aliases" lines={4} />
      </div>
    );
  const candidate = stepIn(get("candidate"));
  const names = new Map(evaluations.data?.map(({ id, name }) => [id, name]));
  const isNamed = aliases.data.aliases.some(({ name }) => name === FIRST_ALIAS);
  const nameCandidate =
    candidate !== null && can("models:write") ? (
      <NameCandidate modelId={model.id} step={candidate} initial={isNamed ? "" : FIRST_ALIAS} />
    ) : null;
  const isEmpty = aliases.data.aliases.length === 0;
  const add = can("project:manage") ? (
    <Button icon={<ShieldCheck />} onClick={() => setAdding(true)}>
      New gate
    </Button>
  ) : null;
  return (
    <MovedContext value={sayMoved}>
      <div className={clsx("flex flex-col gap-4 overflow-y-auto p-4", isEmpty || "max-w-5xl")}>
        {isEmpty ? (
          <EmptyState
            icon={<Tag />}
            title="No aliases yet"
            actions={
              <>
                {nameCandidate}
                {add}
              </>
            }
          >
            An alias such as “production” names a checkpoint for programs. Give one under Checkpoints, or
            begin with a gate: what a checkpoint must show before it gets the name.
          </EmptyState>
        ) : (
          <>
            {aliases.data.aliases.map((alias) => (
              <AliasCard
                key={alias.name}
                modelId={model.id}
                alias={alias}
                moved={moved?.name === alias.name ? moved : null}
                checkpoints={checkpoints.data}
                evaluationName={(id) => names.get(id) ?? "an evaluation"}
              />
            ))}
            {nameCandidate}
            {add ? <div>{add}</div> : null}
          </>
        )}
        {isAdding ? (
          <GateDialog modelId={model.id} alias={null} gate={null} onClose={() => setAdding(false)} />
        ) : null}
      </div>
    </MovedContext>
  );
}
