"use client";

import { Archive, ArchiveRestore, ChevronDown, Gauge, Hammer } from "lucide-react";
import { useRouter } from "next/navigation";
import { useArchive } from "#components/datasets/parts/dataset-queries.ts";
import { KIND_LABELS, newJobQuery } from "#components/datasets/parts/dataset-texts.ts";
import { isBuildDue } from "#components/datasets/parts/retracted-words.ts";
import { VersionItems } from "#components/datasets/parts/version-items.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlay/menu.tsx";
import { DATASET_FORMATS, type DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { TrainLink } from "./train-link.tsx";
import type { Build } from "./use-build.ts";

export function DatasetMeta({ dataset: { kind, isArchived, description } }: { dataset: Dataset }) {
  return (
    <>
      <Badge>{KIND_LABELS[kind]}</Badge>
      {isArchived ? <Badge>Archived</Badge> : null}
      <span className="min-w-0 truncate">{description}</span>
    </>
  );
}

type DatasetActsProps = {
  dataset: Dataset;
  /** The version on the page; null before the first. */
  version: DatasetVersion | null;
  build: Build;
};

/** What can be done with a dataset and with the version that is shown; what is best done next stands last. */
export function DatasetActs({ dataset, version, build }: DatasetActsProps) {
  const { can } = useProject();
  const mayWrite = can("datasets:write");
  // An old version is replaced by the newest one, unless that is to be built again as well.
  const { latestVersion } = dataset;
  const isToBuild = version && latestVersion ? isBuildDue(version) && isBuildDue(latestVersion) : false;
  const buildButton =
    version && mayWrite && !dataset.isArchived ? (
      <Button
        variant={isToBuild ? "primary" : "secondary"}
        icon={<Hammer />}
        className={isToBuild ? "order-last" : undefined}
        pending={build.isPending}
        onClick={build.start}
      >
        {isToBuild ? "Build again" : "Build version"}
      </Button>
    ) : null;
  return (
    <>
      {version || mayWrite ? <ActsMenu dataset={dataset} version={version} mayWrite={mayWrite} /> : null}
      {/* It stays the same button, so that it keeps the focus once it has built. */}
      {buildButton}
      {version ? <UseLink dataset={dataset} version={version} /> : null}
    </>
  );
}

type VersionProps = { dataset: Dataset; version: DatasetVersion };

/** What such a dataset is for, or why it cannot be used so. */
function UseLink({ dataset, version }: VersionProps) {
  const { projectId, entity, project, can } = useProject();
  if (dataset.kind === "eval") return <EvaluateLink dataset={dataset} version={version} />;
  if (!can("training:write")) return null;
  const missing = whyNoTraining(dataset, version);
  if (missing) return <p className="max-w-72 text-muted text-xs">{missing}</p>;
  const query = newJobQuery(projectId, dataset, version);
  return (
    <TrainLink href={`${projectHref({ entity, project }, "training", "new")}?${query}`} version={version} />
  );
}

function EvaluateLink({ dataset, version }: VersionProps) {
  const { entity, project, can } = useProject();
  if (!can("evaluations:write") || dataset.isArchived) return null;
  return (
    <ButtonLink
      href={`${projectHref({ entity, project }, "evaluations")}?make=new&dataset=${dataset.id}`}
      variant={isBuildDue(version) ? "secondary" : "primary"}
      icon={<Gauge />}
    >
      Evaluate models
    </ButtonLink>
  );
}

function whyNoTraining({ isArchived }: Dataset, { counts }: DatasetVersion): string | null {
  if (isArchived) return "Restore the dataset to train on it.";
  return counts.train === 0 ? "All rows are held out, so there is nothing to train on." : null;
}

type Format = (typeof DATASET_FORMATS)[number];
/** OpenAI has no form for replies with labels or rewards. */
function formatsOf({ kind }: Dataset): readonly Format[] {
  const isRated = kind === "kto" || kind === "reward";
  return DATASET_FORMATS.filter((format) => format !== "openai" || !isRated);
}

function ActsMenu({ dataset, version, mayWrite }: Omit<DatasetActsProps, "build"> & { mayWrite: boolean }) {
  const { projectId, entity, project, can } = useProject();
  const router = useRouter();
  const evaluationHref = `${projectHref({ entity, project }, "evaluations")}?make=new&dataset=${dataset.id}`;
  const archive = useArchive(projectId, dataset.id);
  const setArchived = (isArchived: boolean) =>
    carryOut(archive, isArchived, {
      onSuccess: () =>
        toast({
          title: isArchived ? `“${dataset.name}” was archived` : `“${dataset.name}” was restored`,
          tone: "success",
          action: { label: "Undo", onAction: () => archive.mutate(!isArchived) },
        }),
      onError: (error) =>
        toast({ title: "The dataset could not be changed.", detail: explainError(error), tone: "danger" }),
    });
  return (
    <Menu align="end" trigger={<Button icon={<ChevronDown />}>Actions</Button>}>
      {version ? (
        <>
          <VersionItems
            saved={{ projectId, datasetId: dataset.id, formats: formatsOf(dataset), counts: version.counts }}
            version={version}
          />
          {can("evaluations:write") && version.counts.heldOut > 0 && dataset.kind !== "eval" ? (
            <MenuItem icon={<Gauge />} onSelect={() => router.push(evaluationHref)}>
              Evaluate models
            </MenuItem>
          ) : null}
        </>
      ) : null}
      {version && mayWrite ? <MenuSeparator /> : null}
      {mayWrite ? (
        <MenuItem
          icon={dataset.isArchived ? <ArchiveRestore /> : <Archive />}
          onSelect={() => setArchived(!dataset.isArchived)}
        >
          {dataset.isArchived ? "Restore" : "Archive"}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
