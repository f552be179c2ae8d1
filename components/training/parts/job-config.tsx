"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { modelQuery } from "#components/run/queries/model-queries.ts";
import { rateNote } from "#components/run/queries/rate-words.ts";
import { jobQuery, previousJobQuery } from "#components/run/queries/training-queries.ts";
import { sourceText } from "#components/run/state/source-text.ts";
import { CopyButton } from "#components/ui/button/copy-button.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { ErrorBanner } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { TrainingJob } from "#lib/contract/training/training.ts";
import { ratedModel } from "#lib/contract/training/usual-rates.ts";
import { isChanged, type Setting, settingsOf, settingText } from "./config-changes.ts";

/** How a job was set, beside the job that it repeats or that came before it. */
export function JobConfig({ job }: { job: TrainingJob }) {
  const parent = useParent(job);
  const model = useQuery(modelQuery(job.modelId));
  const [onlyChanged, setOnlyChanged] = useState(false);
  if (parent.isPending)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the settings" lines={5} />
      </div>
    );
  const settings = settingsOf([shownConfig(job), ...(parent.data ? [parentConfig(job, parent.data)] : [])]);
  const changed = settings.filter(isChanged);
  const shown = onlyChanged ? changed : settings;
  return (
    <div className="min-w-0">
      {parent.error ? (
        <ErrorBanner title="The previous job could not be loaded." detail={explainError(parent.error)} />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2 text-sm">
        {parent.data ? (
          <>
            <p>
              {changed.length === 0 ? "The same as" : "Compared with"}{" "}
              <ParentLink job={job} parent={parent.data} />
            </p>
            <Checkbox
              label="Only differences"
              checked={onlyChanged}
              disabled={changed.length === 0}
              onCheckedChange={setOnlyChanged}
            />
          </>
        ) : (
          <p className="text-muted">This is the first job of its model, so there is nothing to compare.</p>
        )}
        <span className="ml-auto flex items-center gap-3">
          <IdChip id={job.id} kind="job id" keep={9} />
          <CopyButton label="Copy settings" text={() => JSON.stringify(job.config, null, 2)} />
        </span>
      </div>
      <SettingTable
        settings={shown}
        hasParent={Boolean(parent.data)}
        notes={model.data ? { learning_rate: rateNote(job, ratedModel(model.data)) } : {}}
      />
    </div>
  );
}

function useParent(job: TrainingJob) {
  const retried = useQuery({ ...jobQuery(job.retryOf ?? ""), enabled: job.retryOf !== null });
  const previous = useQuery({ ...previousJobQuery(job), enabled: job.retryOf === null });
  return job.retryOf === null ? previous : retried;
}

function ParentLink({ job, parent }: { job: TrainingJob; parent: TrainingJob }) {
  const { entity, project } = useProject();
  return (
    <Link
      href={`${projectHref({ entity, project }, "training", parent.id)}?tab=config`}
      className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
    >
      {job.retryOf === null ? "the model's previous job" : "the job that it repeats"},{" "}
      <Time value={parent.createdAt} />
    </Link>
  );
}

/** What a job was given, under names that no setting has. */
export function shownConfig({
  config,
  kind,
  source,
  validation,
  startStep,
}: TrainingJob): Record<string, unknown> {
  return {
    method: kind,
    data: sourceText(source),
    ...(validation ? { validation: validationText(validation) } : {}),
    ...(startStep === null ? {} : { start_step: startStep }),
    ...config,
  };
}

function validationText({ name, rows }: NonNullable<TrainingJob["validation"]>): string {
  return `${name ?? "rows of the request"}, ${countOf(rows, "row")}`;
}

/** A job that is repeated has the same data, though less may be known of them by now. */
function parentConfig(job: TrainingJob, parent: TrainingJob): Record<string, unknown> {
  if (job.retryOf !== parent.id) return shownConfig(parent);
  return { ...shownConfig(parent), data: sourceText(job.source) };
}

type SettingTableProps = {
  settings: readonly Setting[];
  hasParent: boolean;
  /** What is said beside a value of this job, by its path. */
  notes: Readonly<Record<string, string | null>>;
};

function SettingTable({ settings, hasParent, notes }: SettingTableProps) {
  const heads = ["Setting", "This job", ...(hasParent ? ["Before"] : [])];
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto -outline-offset-2"
    >
      <table aria-label="Settings" className="w-full text-sm">
        <thead className="text-left text-muted text-xs">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="px-4 py-2 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <SettingRow key={setting.path} setting={setting} note={notes[setting.path] ?? null} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SettingRow({ setting, note }: { setting: Setting; note: string | null }) {
  const differs = isChanged(setting);
  return (
    <tr className={differs ? "border-line border-t bg-warning-tint" : "border-line border-t"}>
      <th scope="row" className="px-4 py-1.5 text-left align-top font-normal">
        <code className="text-xs">{setting.path}</code>
        {differs ? <span className="ml-2 font-medium text-warning-ink text-xs">differs</span> : null}
      </th>
      {setting.values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed.
        <td key={at} className="px-4 py-1.5 align-top">
          {value === undefined ? (
            <span className="text-faint">default</span>
          ) : (
            <span className="break-words tabular-nums">{settingText(value)}</span>
          )}
          {at === 0 && note !== null ? <span className="block text-muted text-xs">{note}</span> : null}
        </td>
      ))}
    </tr>
  );
}
