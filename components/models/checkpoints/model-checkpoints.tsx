"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Columns3, Eraser } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { MAX_COLUMNS, playgroundHref } from "#components/chat/models/playground-models.ts";
import { listProps } from "#components/layout/state/list-props.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { aliasesQuery } from "#components/models/aliases/alias-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { metricTitle } from "#components/run/metrics/metric-points.ts";
import { RECENT_LABEL } from "#components/run/metrics/recent-value.ts";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { checkpointListQuery } from "#components/run/queries/model-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { Menu, MenuLabel, MenuToggle } from "#components/ui/overlay/menu.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { PHONE, useMediaQuery } from "#components/ui/use-platform.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";
import { checkpointColumns } from "./checkpoint-columns.tsx";
import { CleanUpDialog } from "./clean-up-dialog.tsx";
import { checkpointMetrics } from "./clean-up-rule.ts";
import { DamagedLine } from "./damaged-checkpoints.tsx";
import { DeleteCheckpoints } from "./delete-checkpoints.tsx";
import { useDeadJobs } from "./use-dead-jobs.ts";

/** Metrics that have a column where nobody chose any. */
const FIRST_METRICS = 2;
const NONE = "none";

/** The checkpoints of a model, latest first; a row opens a chat with it. */
export function ModelCheckpoints({ model }: { model: ModelWithSteps }) {
  const { entity, project, can } = useProject();
  const router = useRouter();
  const list = useInfiniteQuery(checkpointListQuery(model.id));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<readonly Checkpoint[]>([]);
  const { retractedSteps = [], fallenSteps = [] } = useQuery(aliasesQuery(model.id)).data ?? {};
  const deadJobs = useDeadJobs(model.id);
  const known = useMemo(() => checkpointMetrics(list.data ?? []), [list.data]);
  const metrics = useShownMetrics(known);
  const mayWrite = can("models:write");
  const isPhone = useMediaQuery(PHONE);
  const aliases = list.data?.flatMap((row) => row.aliases).filter((name) => name !== "latest") ?? [];
  const chosen = list.data?.filter(({ id }) => selected.has(id)) ?? [];
  const chatHref = projectHref({ entity, project }, "chat");
  const chat = ({ step }: Checkpoint) => router.push(playgroundHref(chatHref, [chatNameOf(model, step)]));
  return (
    <>
      <Toolbar
        model={model}
        chosen={chosen}
        metrics={metrics}
        onDelete={mayWrite ? () => setDeleting(chosen) : null}
      />
      <DamagedLine modelId={model.id} checkpoints={list.data ?? []} />
      <DataTable
        className="flex-1"
        label="Checkpoints"
        columns={checkpointColumns({
          model,
          retractedSteps,
          fallenSteps: fallenSteps.map(({ step }) => step),
          deadJobs,
          metrics: metrics.shown,
          aliases: mayWrite ? aliases : null,
          onDelete: mayWrite ? (checkpoint) => setDeleting([checkpoint]) : null,
        })}
        {...listProps(list, "The checkpoints")}
        getRowId={({ id }) => id}
        rowLabel={({ step }) => `Checkpoint of step ${step}`}
        empty={<EmptyState title="No checkpoint is left">The next training job adds one.</EmptyState>}
        selected={selected}
        onSelectedChange={setSelected}
        isTall={isPhone && metrics.shown.length > 0}
        {...(can("chat:create") ? { onOpen: chat } : {})}
        minWidthPx={880 + 128 * Math.max(0, metrics.shown.length - FIRST_METRICS)}
      />
      {deleting.length > 0 ? (
        <DeleteCheckpoints
          model={model}
          chosen={deleting}
          onClose={() => setDeleting([])}
          onDeleted={() => setSelected(new Set())}
        />
      ) : null}
    </>
  );
}

type Metrics = ReturnType<typeof useShownMetrics>;

/** Which metrics have a column: those that the address names, or the first ones. */
function useShownMetrics(known: readonly string[]) {
  const { get, replace } = useSearchState();
  const named = get("metrics");
  const shown =
    named === null ? known.slice(0, FIRST_METRICS) : known.filter((name) => named.split(",").includes(name));
  const toggle = (name: string, isShown: boolean) => {
    const next = known.filter((one) => (one === name ? isShown : shown.includes(one)));
    replace({ metrics: next.length === 0 ? NONE : next.join(",") });
  };
  return { known, shown, toggle };
}

type ToolbarProps = {
  model: ModelWithSteps;
  chosen: readonly Checkpoint[];
  metrics: Metrics;
  onDelete: (() => void) | null;
};

function Toolbar({ model, chosen, metrics, onDelete }: ToolbarProps) {
  const [isCleaning, setCleaning] = useState(false);
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
      {chosen.length > 0 ? (
        <Selection model={model} chosen={chosen} onDelete={onDelete} />
      ) : (
        <span className="text-muted text-xs max-sm:hidden">
          A row opens the playground; choose two to {MAX_COLUMNS} to compare them. Metrics are means of the
          job’s {RECENT_LABEL}.
        </span>
      )}
      <span className="ml-auto flex gap-2">
        <MetricsMenu metrics={metrics} />
        {onDelete && model.checkpointCount > 1 ? (
          <Button size="sm" icon={<Eraser />} onClick={() => setCleaning(true)}>
            Clean up…
          </Button>
        ) : null}
      </span>
      {isCleaning ? <CleanUpDialog model={model} onClose={() => setCleaning(false)} /> : null}
    </div>
  );
}

function MetricsMenu({ metrics: { known, shown, toggle } }: { metrics: Metrics }) {
  if (known.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" icon={<Columns3 />}>
          Metrics
        </Button>
      }
    >
      <MenuLabel>Metrics in the table</MenuLabel>
      {known.map((name) => (
        <MenuToggle
          key={name}
          checked={shown.includes(name)}
          onCheckedChange={(isShown) => toggle(name, isShown)}
        >
          {metricTitle(name)}
        </MenuToggle>
      ))}
    </Menu>
  );
}

type SelectionProps = Omit<ToolbarProps, "metrics">;

function Selection({ model, chosen, onDelete }: SelectionProps) {
  const { entity, project, can } = useProject();
  const chatHref = projectHref({ entity, project }, "chat");
  // From the older to the newer one, as they came.
  const names = chosen.map(({ step }) => chatNameOf(model, step)).reverse();
  return (
    <>
      <span className="text-muted text-sm">{countOf(chosen.length, "checkpoint")} selected</span>
      {can("chat:create") && chosen.length <= MAX_COLUMNS ? (
        <ButtonLink size="sm" href={playgroundHref(chatHref, names)}>
          {chosen.length === 1 ? `Chat with step ${chosen[0]?.step}` : "Compare in the playground"}
        </ButtonLink>
      ) : null}
      {onDelete ? (
        <Button size="sm" onClick={onDelete}>
          Delete
        </Button>
      ) : null}
    </>
  );
}
