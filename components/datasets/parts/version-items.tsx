"use client";

import { Download, Link2 } from "lucide-react";
import { MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { saveFrom } from "#components/ui/save-file.ts";
import { formatCount } from "#components/ui/text/format.ts";
import { useCopy } from "#components/ui/use-copy.ts";
import { requestOf } from "#lib/client/call.ts";
import {
  type DATASET_FORMATS,
  type DatasetCounts,
  exportDatasetVersion,
  type Split,
} from "#lib/contract/datasets/dataset-versions.ts";
import { exportPublishedDataset, PUBLISHED_FORMATS } from "#lib/contract/datasets/published-datasets.ts";

type Format = (typeof DATASET_FORMATS)[number];
const FORMAT_LABELS: { [F in Format]: string } = {
  jsonl: "JSONL",
  csv: "CSV",
  parquet: "Parquet",
  hf: "a Hugging Face folder",
  openai: "OpenAI rows",
};

/** Of a dataset that is built here, the form of each file is one of its kind's; what a program published has no kind of its own. */
type Saved =
  | {
      projectId: string;
      datasetId: string;
      formats: readonly Format[];
      counts: Pick<DatasetCounts, "train" | "heldOut">;
    }
  | { projectId: string; name: string };

type VersionItemsProps = { saved: Saved; version: { number: number; ref: string } };

/** What the menu of a dataset has of the version on the page: its files, and how programs name it. */
export function VersionItems({ saved, version: { number, ref } }: VersionItemsProps) {
  const { copy } = useCopy();
  return (
    <>
      {filesOf(saved, `v${number}`).map(({ label, url }) => (
        <MenuItem key={label} icon={<Download />} onSelect={() => saveFrom(url)}>
          Export v{number} as {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Link2 />} onSelect={() => copy(ref)}>
        Copy the reference
      </MenuItem>
    </>
  );
}

function filesOf(saved: Saved, version: string): { label: string; url: string }[] {
  if ("name" in saved)
    return PUBLISHED_FORMATS.map((format) => ({
      label: FORMAT_LABELS[format],
      url: requestOf(exportPublishedDataset, { ...saved, version, format }).url,
    }));
  const { formats, counts, ...place } = saved;
  return formats.flatMap((format) =>
    partsOf(format, counts).map(({ split, words }) => ({
      label: `${FORMAT_LABELS[format]}${words}`,
      url: requestOf(exportDatasetVersion, { ...place, version, format, ...(split ? { split } : {}) }).url,
    })),
  );
}

/** Lines for OpenAI cannot say which rows are held out, so those are a file of their own. */
function partsOf(
  format: Format,
  { train, heldOut }: Pick<DatasetCounts, "train" | "heldOut">,
): { split: Split | null; words: string }[] {
  if (format !== "openai" || heldOut === 0) return [{ split: null, words: "" }];
  return [
    ...(train > 0 ? [{ split: "train" as const, words: `: ${formatCount(train)} to train` }] : []),
    { split: "held_out", words: `: ${formatCount(heldOut)} held out` },
  ];
}
