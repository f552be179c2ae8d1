import { ModelRecent, ModelSpark } from "#components/models/checkpoints/model-spark.tsx";
import { shortTrainingText } from "#components/run/queries/model-names.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import type { DataTableColumn } from "#components/ui/table/data-table.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";

export function modelColumns(hrefOf: (id: string) => string): readonly DataTableColumn<ModelWithSteps>[] {
  return [
    {
      id: "name",
      header: "Model",
      width: "fill",
      cell: ({ id, name, unendedJobs }) => (
        <span className="flex min-w-0 items-center gap-2">
          {/* The row itself takes the focus. */}
          <Link
            href={hrefOf(id)}
            title={name}
            tabIndex={-1}
            className="min-w-0 truncate font-medium hover:underline"
          >
            {name}
          </Link>
          {unendedJobs > 0 ? (
            <span className="shrink-0">
              <Badge tone="accent">{unendedJobs === 1 ? "Training" : countOf(unendedJobs, "job")}</Badge>
            </span>
          ) : null}
        </span>
      ),
    },
    ...FACTS,
  ];
}

const FACTS: readonly DataTableColumn<ModelWithSteps>[] = [
  {
    id: "base_model",
    header: "Base model",
    width: "sm",
    wideOnly: true,
    cell: ({ baseModel, training }) => (
      <span title={`${baseModel}, ${shortTrainingText(training)}`}>{baseModel}</span>
    ),
  },
  {
    id: "latest_step",
    header: "Latest step",
    width: "sm",
    align: "end",
    cell: ({ latestStep }) =>
      latestStep === 0 ? (
        <span className="text-muted">0 (base)</span>
      ) : latestStep === null ? (
        <span className="text-muted">none</span>
      ) : (
        formatCount(latestStep)
      ),
  },
  {
    id: "checkpoints",
    header: "Checkpoints",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ checkpointCount }) => formatCount(checkpointCount),
  },
  {
    id: "loss",
    header: "Loss, last job",
    width: "sm",
    wideOnly: true,
    cell: (model) => <ModelSpark model={model} />,
  },
  {
    id: "recent",
    header: "Its last steps",
    width: "md",
    wideOnly: true,
    cell: (model) => <ModelRecent model={model} />,
  },
  {
    id: "created_at",
    header: "Created",
    width: "sm",
    align: "end",
    wideOnly: true,
    cell: ({ createdAt }) => <Time value={createdAt} className="text-muted" />,
  },
];
