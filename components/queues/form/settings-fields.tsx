"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { saidText } from "#components/queues/fields/said-values.ts";
import { type AnnotationField, KIND_LABELS } from "#components/queues/parts/annotation-field.ts";
import { askedFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { type FieldVersions, fieldVersionsQuery } from "#components/queues/versions/field-change-queries.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { FieldRule } from "#lib/contract/annotation/field-rules.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";

const ChangeFieldDialog = late(
  () => import("#components/queues/versions/change-field-dialog.tsx").then((file) => file.ChangeFieldDialog),
  { when: "idle" },
);

/** The questions of a queue, with the versions that have answers; leads can change a question here. */
export function SettingsFields({ queue }: { queue: Queue }) {
  const { projectId, can } = useProject();
  const fields = useQuery({
    ...askedFieldsQuery(projectId, queue.scorerRefs),
    // A question that is changed leaves its dialog open until the new version is there.
    placeholderData: keepPreviousData,
  });
  const versions = useQuery({
    ...fieldVersionsQuery({ projectId, queueId: queue.id }),
    enabled: can("answers:read"),
  });
  const [changing, setChanging] = useState<AnnotationField | null>(null);
  if (fields.error) return <QueryErrorBanner title="Not loaded." query={fields} />;
  if (!fields.data) return <SkeletonLines label="Loading the questions" lines={2} />;
  if (fields.data.length === 0) return "None: notes and reactions only";
  return (
    <>
      <ol className="flex flex-col gap-1.5">
        {fields.data.map((field) => (
          <li key={field.ref} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 break-words">{field.name}</span>
                {field.isMissing ? (
                  <Badge tone="warning">Missing</Badge>
                ) : (
                  <Badge>{KIND_LABELS[field.input.kind]}</Badge>
                )}
                {queue.requiredRefs.includes(field.ref) && !field.isMissing ? (
                  <span className="text-faint text-xs">required</span>
                ) : null}
              </p>
              {field.isMissing ? (
                <p className="break-words text-faint text-xs">
                  {field.description} Edit the queue to take it out, or publish it again.
                </p>
              ) : null}
              <RuleLine
                rule={queue.fieldRules.find(({ fieldRef }) => fieldRef === field.ref)}
                field={field}
                fields={fields.data}
              />
              <VersionLine versions={versions.data?.find(({ ref }) => ref === field.ref)} />
            </div>
            {can("queues:write") && !field.isMissing ? (
              <IconButton
                size="sm"
                label={`Change ${field.name}`}
                icon={<Pencil />}
                onClick={() => setChanging(field)}
              />
            ) : null}
          </li>
        ))}
      </ol>
      {changing ? (
        <ChangeFieldDialog queueId={queue.id} field={changing} onClose={() => setChanging(null)} />
      ) : null}
    </>
  );
}

type RuleLineProps = {
  rule: FieldRule | undefined;
  field: AnnotationField;
  fields: readonly AnnotationField[];
};

/** When a question is asked, and what is proposed. */
function RuleLine({ rule, field, fields }: RuleLineProps) {
  const decider = fields.find(({ ref }) => ref === rule?.whenRef);
  const parts = [
    ...(rule && decider
      ? [
          `Asked where “${decider.name}” is ${rule.whenValues.map((value) => saidText(decider, value)).join(" or ")}`,
        ]
      : []),
    ...(rule && (rule.defaultValue ?? null) !== null
      ? [`Proposed: ${saidText(field, rule.defaultValue)}`]
      : []),
  ];
  return parts.length > 0 ? <p className="break-words text-faint text-xs">{parts.join(" · ")}</p> : null;
}

/** Where a question has changed: which version it is, and what still stands under others. */
function VersionLine({ versions }: { versions: FieldVersions | undefined }) {
  const [now, ...earlier] = versions?.versions ?? [];
  if (!versions || !now || (earlier.length === 0 && versions.askedAgain === 0)) return null;
  const parts = [
    `Version ${now.version + 1}`,
    ...earlier
      .filter(({ answers }) => answers > 0)
      .map(({ version, answers }) => `${countOf(answers, "answer")} under version ${version + 1}`),
    ...(versions.askedAgain > 0 ? [`${countOf(versions.askedAgain, "answer")} asked again`] : []),
  ];
  return <p className="break-words text-faint text-xs">{parts.join(" · ")}</p>;
}
