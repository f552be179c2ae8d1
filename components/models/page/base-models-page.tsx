"use client";

import { useQuery } from "@tanstack/react-query";
import { tableProps } from "#components/layout/state/list-props.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { MODELS_KEY } from "#components/run/queries/model-queries.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table-types.ts";
import { formatBytes, formatCount } from "#components/ui/text/format.ts";
import { call } from "#lib/client/call.ts";
import { type BaseModelFacts, describeBaseModels } from "#lib/contract/models/base-models.ts";
import { ModelsTabs } from "./models-tabs.tsx";

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** What models begin as, and folders that cannot be used with the reason. */
export function BaseModelsPage() {
  const { can } = useProject();
  const isReader = can("models:read");
  const models = useQuery({
    queryKey: [...MODELS_KEY, "base"],
    queryFn: async ({ signal }) => (await call(describeBaseModels, {}, { signal })).data,
    enabled: isReader,
  });
  if (!isReader)
    return (
      <>
        <PageHeader title="Models" />
        <NoAccess title="Models are not open to annotators">Your work is in the queues.</NoAccess>
      </>
    );
  return (
    <>
      <PageHeader title="Models">
        <ModelsTabs />
      </PageHeader>
      <DataTable
        className="flex-1"
        label="Base models"
        columns={COLUMNS}
        {...tableProps(models, "The base models")}
        getRowId={({ name }) => name}
        rowLabel={({ name, problem }) => `Base model ${name}${problem ? ", not usable" : ""}`}
        empty={<EmptyState title="No base model">The service has none to start with.</EmptyState>}
        isTall
      />
      <p className="border-line border-t px-4 py-2 text-muted text-sm">
        Put the folder of a Hugging Face model into <code className="text-xs">models</code> in the data folder
        to make it a base model. Llama, Qwen2 and Qwen3 are supported.
      </p>
    </>
  );
}

const COLUMNS: readonly DataTableColumn<BaseModelFacts>[] = [
  {
    id: "name",
    header: "Name",
    width: "fill",
    cell: ({ name, isBundled, problem }) => (
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <span title={name} className="min-w-0 truncate font-medium">
            {name}
          </span>
          {isBundled ? <Badge>bundled</Badge> : null}
          {problem ? <Badge tone="warning">not usable</Badge> : null}
        </span>
        {problem ? (
          <span title={problem} className="truncate text-warning-ink text-xs">
            {problem}
          </span>
        ) : null}
      </span>
    ),
  },
  { id: "family", header: "Family", width: "sm", cell: ({ family }) => family ?? "–" },
  {
    id: "parameters",
    header: "Parameters",
    width: "sm",
    align: "end",
    cell: ({ parameters }) =>
      parameters === null ? "–" : <span title={formatCount(parameters)}>{compact.format(parameters)}</span>,
  },
  {
    id: "context",
    header: "Context",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ contextLength }) => (contextLength === null ? "–" : formatCount(contextLength)),
  },
  {
    id: "vocabulary",
    header: "Vocabulary",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ vocabularySize }) => (vocabularySize === null ? "–" : formatCount(vocabularySize)),
  },
  {
    id: "size",
    header: "Size",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ sizeBytes }) => formatBytes(sizeBytes),
  },
];
