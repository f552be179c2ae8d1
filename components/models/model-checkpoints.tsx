"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { projectHref } from "#components/layout/navigation.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { countOf } from "#components/ui/format.ts";
import { toast } from "#components/ui/toast-store.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models.ts";
import { CHECKPOINT_COLUMNS } from "./checkpoint-columns.tsx";
import { chatNameOf } from "./model-names.ts";
import { checkpointListQuery, useDeleteCheckpoints } from "./model-queries.ts";

/** The checkpoints of a model, latest first; a row opens a chat with it. */
export function ModelCheckpoints({ model }: { model: ModelWithSteps }) {
  const { entity, project, can } = useProject();
  const router = useRouter();
  const list = useInfiniteQuery(checkpointListQuery(model.id));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = list.data?.filter(({ id }) => selected.has(id)) ?? [];
  const chatHref = projectHref({ entity, project }, "chat");
  const chat = ({ step }: Checkpoint) =>
    router.push(`${chatHref}?model=${encodeURIComponent(chatNameOf(model, step))}`);
  return (
    <>
      {chosen.length > 0 ? (
        <Selection model={model} chosen={chosen} onDone={() => setSelected(new Set())} />
      ) : null}
      <DataTable
        className="flex-1"
        label="Checkpoints"
        columns={CHECKPOINT_COLUMNS}
        rows={list.data}
        getRowId={({ id }) => id}
        rowLabel={({ step }) => `Checkpoint of step ${step}`}
        error={
          list.error
            ? { title: "The checkpoints could not be loaded.", detail: explainError(list.error) }
            : null
        }
        onRetry={() => void list.refetch()}
        empty={<EmptyState title="No checkpoint is left">A training job makes the next one.</EmptyState>}
        {...(can("models:write") ? { selected, onSelectedChange: setSelected } : {})}
        {...(can("chat:create") ? { onOpen: chat } : {})}
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </>
  );
}

type SelectionProps = { model: ModelWithSteps; chosen: readonly Checkpoint[]; onDone: () => void };

function Selection({ model, chosen, onDone }: SelectionProps) {
  const { entity, project, can } = useProject();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteCheckpoints(model.id);
  const checkpoints = countOf(chosen.length, "checkpoint");
  const steps = chosen.map(({ step }) => step);
  const [only, ...others] = steps;
  const chatHref = projectHref({ entity, project }, "chat");
  const onConfirm = () =>
    remove.mutate(steps, {
      onSuccess: () => {
        setAsking(false);
        toast({ title: `${checkpoints} deleted` });
        onDone();
      },
    });
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
      <span className="text-muted text-sm">{checkpoints} selected</span>
      <Button size="sm" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {only !== undefined && others.length === 0 && can("chat:create") ? (
        <ButtonLink size="sm" href={`${chatHref}?model=${encodeURIComponent(chatNameOf(model, only))}`}>
          Chat with step {only}
        </ButtonLink>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(isOpen) => {
          setAsking(isOpen);
          remove.reset();
        }}
        title={`Delete ${checkpoints} of ${model.name}?`}
        confirmLabel="Delete"
        onConfirm={onConfirm}
        pending={remove.isPending}
        error={remove.error ? explainError(remove.error) : null}
      >
        {steps.length === 1 ? `Step ${only} goes` : `Steps ${steps.join(", ")} go`} for good, and requests
        that name {steps.length === 1 ? "it" : "them"} will be refused.
      </ConfirmDialog>
    </div>
  );
}
