"use client";

import { ChevronDown, Download, Layers, Link2, TrendingDown } from "lucide-react";
import { useState } from "react";
import { METHODS } from "#components/datasets/parts/dataset-texts.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { saveFrom } from "#components/ui/save-file.ts";
import { useCopy } from "#components/ui/use-copy.ts";
import { requestOf } from "#lib/client/call.ts";
import {
  exportPublishedDataset,
  PUBLISHED_FORMATS,
  type PublishedVersion,
} from "#lib/contract/datasets/published-datasets.ts";

const MakeDatasetDialog = late(
  () => import("#components/datasets/make/make-dataset-dialog.tsx").then((file) => file.MakeDatasetDialog),
  { when: "wanted" },
);

type Format = (typeof PUBLISHED_FORMATS)[number];
const FORMAT_LABELS: { [F in Format]: string } = { jsonl: "JSONL", csv: "CSV", parquet: "Parquet" };

type ActsProps = { name: string; version: PublishedVersion };

/** What can be done with the version on the page. */
export function PublishedActs({ name, version }: ActsProps) {
  const { can } = useProject();
  const [isMaking, setIsMaking] = useState(false);
  const { kind, ref } = version;
  return (
    <>
      <ActsMenu
        name={name}
        version={version}
        onMake={can("datasets:write") && kind ? () => setIsMaking(true) : null}
      />
      <TrainLink version={version} />
      {isMaking && kind ? (
        <MakeDatasetDialog
          origin={{ kind: "version", ref, name, holds: kind }}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
    </>
  );
}

/** The way to train, or why there is none. */
function TrainLink({ version: { number, kind, ref, rows } }: { version: PublishedVersion }) {
  const { entity, project, can } = useProject();
  if (!can("training:write")) return null;
  const how = kind ? METHODS[kind] : undefined;
  if (!how)
    return (
      <p className="max-w-72 text-muted text-xs">
        {kind
          ? "Make a dataset of these prompts to learn by or to measure by."
          : rows === 0
            ? "It has no rows, so nothing can be trained on it."
            : "Its first row has no messages, prompt or answers, or is larger than 1 MB, so nothing can be trained on it here."}
      </p>
    );
  return (
    <ButtonLink
      href={`${projectHref({ entity, project }, "training", "new")}?${trainingOn(ref, how)}`}
      variant="primary"
      icon={<TrendingDown />}
    >
      Train on v{number}
    </ButtonLink>
  );
}

/** What the address of a new job says. A program holds nothing out here. */
export function trainingOn(ref: string, how: { method: string; loss?: string }): string {
  return new URLSearchParams({ data: ref, ...how, held_out: "none" }).toString();
}

function ActsMenu({ name, version, onMake }: ActsProps & { onMake: (() => void) | null }) {
  const { projectId } = useProject();
  const { copy } = useCopy();
  const save = (format: Format) => {
    const place = { projectId, name, version: `v${version.number}` };
    saveFrom(requestOf(exportPublishedDataset, { ...place, format }).url);
  };
  return (
    <Menu align="end" trigger={<Button icon={<ChevronDown />}>Actions</Button>}>
      {PUBLISHED_FORMATS.map((format) => (
        <MenuItem key={format} icon={<Download />} onSelect={() => save(format)}>
          Export v{version.number} as {FORMAT_LABELS[format]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Link2 />} onSelect={() => copy(version.ref)}>
        Copy the reference
      </MenuItem>
      {onMake ? (
        <MenuItem icon={<Layers />} onSelect={onMake}>
          Make a dataset of it
        </MenuItem>
      ) : null}
    </Menu>
  );
}
