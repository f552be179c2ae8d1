"use client";

import { late } from "#components/ui/mount/late.tsx";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import { withNamedColumns } from "#lib/datasets/import/named-columns.ts";

const MakeDatasetDialog = late(
  () => import("#components/datasets/make/make-dataset-dialog.tsx").then((file) => file.MakeDatasetDialog),
  { when: "wanted" },
);
const NameColumnsDialog = late(
  () => import("./name-columns-dialog.tsx").then((file) => file.NameColumnsDialog),
  { when: "wanted" },
);

/** A version of which a dataset is made; without what it holds, its columns must be named first. */
export type Making = { name: string; number: number; ref: string; holds?: DatasetKind };

type MakingDialogsProps = { making: Making; onMaking: (making: Making | null) => void };

/** The way from what a program published to a dataset, or to a job. */
export function MakingDialogs({ making, onMaking }: MakingDialogsProps) {
  const { name, ref, holds } = making;
  const close = () => onMaking(null);
  if (holds !== undefined)
    return <MakeDatasetDialog origin={{ kind: "version", ref, name, holds }} onClose={close} />;
  return (
    <NameColumnsDialog
      version={making}
      onClose={close}
      onMake={(columns, kind) => onMaking({ ...making, ref: withNamedColumns(ref, columns), holds: kind })}
    />
  );
}
