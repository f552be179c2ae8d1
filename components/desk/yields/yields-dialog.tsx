"use client";

import { useMemo } from "react";
import { RowBody } from "#components/datasets/parts/row-body.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ItemYield } from "#lib/contract/datasets/item-yields.ts";
import type { Yields } from "./use-yields.ts";
import { NOUNS } from "./yields-words.ts";

type YieldsDialogProps = {
  yields: Yields;
  /** What opens it closes it as well; empty where no key does. */
  keys: string;
  onClose: () => void;
};

/** The rows that the answer gives each dataset, as they would be built. */
export function YieldsDialog({ yields, keys, onClose }: YieldsDialogProps) {
  useShortcuts(
    "Training rows",
    useMemo(
      // There is nothing to type into.
      () =>
        keys === "" ? [] : [{ keys, label: "Close the training rows", whileTyping: true, run: onClose }],
      [keys, onClose],
    ),
  );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="What this answer yields"
      description="The training rows that datasets would take from it. They are built later; nothing is stored now."
      width="lg"
    >
      <Found yields={yields} />
    </Dialog>
  );
}

function Found({ yields: { isRead, found, error } }: { yields: Yields }) {
  if (isRead === false)
    return <p className="text-muted text-sm">No dataset takes its rows from this queue.</p>;
  if (error)
    return (
      <p role="alert" className="text-sm">
        It could not be looked at. {explainError(error)}
      </p>
    );
  if (!found) return <SkeletonLines label="Looking at the answer" lines={4} />;
  if (found.length === 0)
    return <p className="text-muted text-sm">Nothing yet: answer a question, or write a better answer.</p>;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {found.map((one) => (
        <OfDataset key={one.datasetId} given={one} />
      ))}
    </div>
  );
}

/** To the person whose answers they are. */
const RETRACTED_WORDS =
  "Your answers here are retracted: datasets leave them out, those that you give now as well, until somebody lifts that. What you said is kept. Who leads the queue can say why.";

function OfDataset({ given: { datasetId, name, kind, rows, rejections, isShared } }: { given: ItemYield }) {
  const { entity, project, can } = useProject();
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <h3 className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
        {can("datasets:read") ? (
          <Link
            href={projectHref({ entity, project }, "datasets", datasetId)}
            className="min-w-0 break-words font-medium hover:underline"
          >
            {name}
          </Link>
        ) : (
          <span className="min-w-0 break-words font-medium">{name}</span>
        )}
        <Badge tone={rows.length > 0 ? "accent" : "neutral"}>
          {rows.length > 0 ? countOf(rows.length, NOUNS[kind]) : "nothing"}
        </Badge>
      </h3>
      {rows.map((row) => (
        <div key={String(row.row_id)} className="min-w-0 rounded-md border border-line p-3">
          {row.weight === 1 ? null : <p className="mb-2 text-muted text-xs">Weight {String(row.weight)}</p>}
          <RowBody row={row} />
        </div>
      ))}
      {rejections.map(({ reason, meaning, detail }) => (
        <p key={`${reason} ${detail}`} className="text-muted text-sm">
          {reason === "no_answer" ? "What it takes has not been answered." : null}
          {reason === "retracted" ? RETRACTED_WORDS : null}
          {reason === "no_answer" || reason === "retracted" ? null : `${meaning}.`}
          {detail === "" ? null : <span className="text-faint"> {detail}</span>}
        </p>
      ))}
      {isShared && rows.length > 0 ? (
        <p className="text-faint text-xs">The build also goes by what others answer or decide.</p>
      ) : null}
    </section>
  );
}
