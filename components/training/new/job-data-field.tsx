"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useProject } from "#components/project/project-context.tsx";
import type { DataSize } from "#components/run/queries/proposed-course.ts";
import { fileChoicesQuery } from "#components/run/queries/training-queries.ts";
import { sourceText } from "#components/run/state/source-text.ts";
import { DatasetChoice } from "#components/training/data/dataset-choice.tsx";
import type { ChosenVersion } from "#components/training/data/trainable.ts";
import { useKeptPlace } from "#components/training/data/use-kept-place.ts";
import { VersionChoice } from "#components/training/data/version-choice.tsx";
import { isOfKind } from "#components/training/fit/is-of-kind.ts";
import { ConflictsInData } from "#components/training/parts/conflicts-in-data.tsx";
import { RetractedInData } from "#components/training/parts/retracted-in-data.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { UploadedFile } from "#lib/contract/training/files.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { namedColumnsIn } from "#lib/datasets/import/named-columns.ts";
import { TrainingFilePicker } from "./training-file-picker.tsx";

type JobDataFieldProps = {
  data: {
    file: UploadedFile | null;
    setFile: (file: UploadedFile | null) => void;
    /** The job whose data are taken again. */
    sameData: TrainingJob | null;
    dropSameData: () => void;
    /** Reference of a version of a dataset. */
    dataset: string | null;
    chooseDataset: (version: ChosenVersion) => void;
    dropDataset: () => void;
  };
  /** Of what rows the job takes. */
  kinds: readonly DatasetKind[];
  size: DataSize;
  baseModel: string;
  error: string | null;
  /** What a line of a file looks like, where it is not a conversation. */
  line?: string;
};

export const NOTHING_CHOSEN = "Choose a dataset or a file.";

/** What a job learns from: the data of the job that it is like, a version of a dataset, or a file. */
export function JobDataField(props: JobDataFieldProps) {
  const { sameData, dataset, file } = props.data;
  const place = useKeptPlace<HTMLDivElement>(
    sameData ? "same" : dataset !== null ? "dataset" : (file?.id ?? ""),
  );
  return (
    <div ref={place} className="min-w-0">
      <ChosenData {...props} />
    </div>
  );
}

function ChosenData({ data, kinds, size, baseModel, error, line }: JobDataFieldProps) {
  const { projectId } = useProject();
  const { file, setFile, sameData, dropSameData, dataset, chooseDataset, dropDataset } = data;
  if (sameData)
    return (
      <GivenData
        name={sourceText(sameData.source)}
        about={`The same data as the job that it repeats. ${sameData.validation ? rowWords(size) : ""}`}
        onDrop={dropSameData}
        error={error}
      >
        {sameData.source.datasetRef === null ? null : <KnownOfData dataset={sameData.source.datasetRef} />}
      </GivenData>
    );
  if (dataset !== null)
    return (
      <GivenData
        name={`Dataset ${namedColumnsIn(dataset).ref.split("/").at(-1)}`}
        about={`${columnWords(dataset)}${rowWords(size)}`}
        onDrop={dropDataset}
        error={error}
        choice={<VersionChoice dataset={dataset} onChoose={chooseDataset} />}
      >
        <KnownOfData dataset={dataset} />
      </GivenData>
    );
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium text-sm">Training data</legend>
      {file ? null : <DatasetChoice kinds={kinds} onChoose={chooseDataset} />}
      <TrainingFilePicker
        legend={file ? "File" : "Or a file"}
        projectId={projectId}
        baseModel={baseModel}
        file={file}
        onFile={setFile}
        error={error}
        {...(line === undefined ? {} : { line })}
      />
      {file ? null : <EarlierFile kinds={kinds} onFile={setFile} />}
    </fieldset>
  );
}

/** What may be wrong with a version before anything is learned from it. */
function KnownOfData({ dataset }: { dataset: string }) {
  return (
    <>
      <ConflictsInData dataset={dataset} />
      <RetractedInData dataset={dataset} />
    </>
  );
}

/** `question is read as prompt, answer as completion. ` where somebody said what the columns are. */
function columnWords(dataset: string): string {
  const [first, ...more] = Object.entries(namedColumnsIn(dataset).columns ?? {});
  if (!first) return "";
  return `${[`${first[1]} is read as ${first[0]}`, ...more.map(([field, name]) => `${name} as ${field}`)].join(", ")}. `;
}

/** How many rows are learned, and how many are not, so that the job is measured by them. */
function rowWords({ rows, heldOut }: DataSize): string {
  if (rows === null) return "Rows that are held out are not learned.";
  if (heldOut === 0) return `${countOf(rows, "row")} to learn; none is held out.`;
  return `${countOf(rows, "row")} to learn; ${formatCount(heldOut)} held out, which only measure what was learned.`;
}

type GivenDataProps = {
  name: string;
  about: string;
  onDrop: () => void;
  error: string | null;
  /** What else of the same there is. */
  choice?: ReactNode;
  children?: ReactNode;
};

/** Data that the form began with. */
function GivenData({ name, about, onDrop, error, choice, children }: GivenDataProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Training data</legend>
      <div className="flex min-w-0 items-start gap-2 rounded-md border border-line p-3">
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <p className="min-w-0 truncate font-medium">{name}</p>
            {choice}
          </div>
          <p className="text-muted text-sm">{about}</p>
          {children}
        </div>
        <Button size="sm" variant="ghost" onClick={onDrop}>
          Change
        </Button>
      </div>
      <FieldError error={error} />
    </fieldset>
  );
}

type EarlierFileProps = { kinds: readonly DatasetKind[]; onFile: (file: UploadedFile) => void };

/** Uploads whose rows the job takes. */
function EarlierFile({ kinds, onFile }: EarlierFileProps) {
  const { projectId } = useProject();
  const { data = [] } = useQuery(fileChoicesQuery(projectId));
  const files = data.filter((file) => isOfKind(file, kinds));
  if (files.length === 0) return null;
  return (
    <Select
      aria-label="Or choose an earlier upload"
      placeholder="Or choose an earlier upload…"
      value={null}
      onValueChange={(id) => {
        const chosen = files.find((file) => file.id === id);
        if (chosen) onFile(chosen);
      }}
      options={files.map(({ id, filename, rows, tokenCount }) => ({
        value: id,
        label: filename,
        help: `${countOf(rows, "row")}, ${formatCount(tokenCount)} tokens`,
      }))}
    />
  );
}
