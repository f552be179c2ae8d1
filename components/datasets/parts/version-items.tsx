"use client";

import { Download, Link2 } from "lucide-react";
import { MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { saveFrom } from "#components/ui/save-file.ts";
import { useCopy } from "#components/ui/use-copy.ts";
import { requestOf } from "#lib/client/call.ts";
import { type DATASET_FORMATS, exportDatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
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
  | { projectId: string; datasetId: string; formats: readonly Format[] }
  | { projectId: string; name: string };

type VersionItemsProps = { saved: Saved; version: { number: number; ref: string } };

/** What the menu of a dataset has of the version on the page: its files, and how programs name it. */
export function VersionItems({ saved, version: { number, ref } }: VersionItemsProps) {
  const { copy } = useCopy();
  return (
    <>
      {filesOf(saved, `v${number}`).map(({ format, url }) => (
        <MenuItem key={format} icon={<Download />} onSelect={() => saveFrom(url)}>
          Export v{number} as {FORMAT_LABELS[format]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Link2 />} onSelect={() => copy(ref)}>
        Copy the reference
      </MenuItem>
    </>
  );
}

function filesOf(saved: Saved, version: string): { format: Format; url: string }[] {
  if ("name" in saved)
    return PUBLISHED_FORMATS.map((format) => ({
      format,
      url: requestOf(exportPublishedDataset, { ...saved, version, format }).url,
    }));
  const { formats, ...place } = saved;
  return formats.map((format) => ({
    format,
    url: requestOf(exportDatasetVersion, { ...place, version, format }).url,
  }));
}
