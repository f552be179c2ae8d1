"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { membersQuery } from "#components/project/member-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { RULES } from "#components/queues/parts/queue-draft.ts";
import { FormSection, NumberField, type QueueFormPart } from "#components/queues/parts/queue-form-parts.tsx";
import { queueSummaryQuery } from "#components/queues/parts/queue-queries.ts";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { roleAllows } from "#lib/contract/access.ts";
import { QUEUE_KINDS } from "#lib/contract/annotation/queue-settings.ts";

/** One call or two; what a queue holds already decides it for good. */
export function QueueKindChoice(props: QueueFormPart & { queueId: string | null }) {
  const { draft, set, problem, queueId } = props;
  const { projectId } = useProject();
  const summary = useQuery({ ...queueSummaryQuery(projectId, queueId ?? ""), enabled: queueId !== null });
  const isFixed = (summary.data?.totalItems ?? 0) > 0;
  return (
    <RadioGroup
      label="What an item is"
      value={draft.kind}
      error={problem("kind")}
      {...(isFixed ? { help: "The kind of a queue that has items cannot be changed." } : {})}
      onValueChange={(value) => set({ kind: QUEUE_KINDS.find((kind) => kind === value) ?? draft.kind })}
      options={[
        {
          value: "single",
          label: "One call",
          help: "Annotators answer questions about it.",
          disabled: isFixed && draft.kind !== "single",
        },
        {
          value: "pairwise",
          label: "A pair of calls",
          help: "Annotators pick the better of two. The order is random.",
          disabled: isFixed && draft.kind !== "pairwise",
        },
      ]}
    />
  );
}

/** Who annotates, and how many of them each item. */
export function QueueRuleFields(props: QueueFormPart) {
  const { draft, set } = props;
  return (
    <FormSection title="People">
      <RadioGroup
        label="Who annotates"
        value={draft.isForAnyone ? "anyone" : "named"}
        onValueChange={(value) => set({ isForAnyone: value === "anyone" })}
        options={[
          { value: "anyone", label: "Anyone who can annotate in this project" },
          { value: "named", label: "Only people I name" },
        ]}
      />
      {draft.isForAnyone ? null : <People {...props} />}
      <Rules {...props} />
    </FormSection>
  );
}

function People({ draft, set, problem }: QueueFormPart) {
  const { entity, project } = useProject();
  const members = useQuery(membersQuery({ entity, project }));
  if (members.error && !members.data)
    return <QueryErrorBanner title="The members could not be loaded." query={members} />;
  if (!members.data) return <SkeletonLines label="Loading the members" lines={3} />;
  const { annotatorIds } = draft;
  const people = members.data.filter(
    ({ userId, role, isDisabled }) =>
      annotatorIds.includes(userId) || (roleAllows(role, "queues:annotate") && !isDisabled),
  );
  const error = problem("annotator_ids");
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1.5"
      aria-describedby={error ? "queue-people-error" : undefined}
    >
      <legend className="sr-only">People who annotate</legend>
      <div className="grid max-h-56 gap-1.5 overflow-y-auto rounded-md border border-line p-3 sm:grid-cols-2">
        {people.map(({ userId, name, email, role }) => (
          <Checkbox
            key={userId}
            checked={annotatorIds.includes(userId)}
            aria-invalid={error ? true : undefined}
            onCheckedChange={(isOn) =>
              set({
                annotatorIds: isOn ? [...annotatorIds, userId] : annotatorIds.filter((id) => id !== userId),
              })
            }
            label={name || email}
            help={role}
          />
        ))}
      </div>
      <FieldError id="queue-people-error" error={error} />
      <p className="text-faint text-xs">Someone missing? Invite them in project settings.</p>
    </fieldset>
  );
}

function Rules({ draft, set, problem }: QueueFormPart) {
  const isCounted = draft.rule === "several" || draft.rule === "share";
  return (
    <>
      <RadioGroup
        label="Answers per item"
        value={draft.rule}
        onValueChange={(value) => set({ rule: RULES.find((rule) => rule === value) ?? draft.rule })}
        options={[
          { value: "one", label: "One person", help: "Fastest. Agreement cannot be measured." },
          { value: "several", label: "Several people", help: "Each item gets the same number of answers." },
          {
            value: "share",
            label: "Several people for some items, one for the rest",
            help: "Enough to measure agreement at low cost.",
          },
          { value: "everybody", label: "Everyone", help: "Every annotator answers every item." },
        ]}
      />
      {isCounted ? (
        <div className="flex flex-wrap items-start gap-4">
          <NumberField
            label="People for each"
            value={draft.annotators}
            error={problem("annotators_per_item")}
            onChange={(annotators) => set({ annotators })}
          />
          {draft.rule === "share" ? (
            <NumberField
              label="Share of items, in percent"
              value={draft.sharePercent}
              error={problem("overlap_share")}
              onChange={(sharePercent) => set({ sharePercent })}
            />
          ) : null}
        </div>
      ) : null}
      {draft.rule === "one" ? null : (
        <NumberField
          label="Report agreement below"
          help="Krippendorff’s α: how far people agree beyond chance, to 1. Webhooks hear of it. Empty reports nothing."
          value={draft.minAgreement}
          error={problem("min_agreement")}
          onChange={(minAgreement) => set({ minAgreement })}
        />
      )}
      {draft.rule === "everybody" ? null : (
        <Checkbox
          checked={draft.isStrict}
          onCheckedChange={(isStrict) => set({ isStrict })}
          label="Refuse extra answers"
          help="Programs can also answer an item that already has all its answers. Such an answer is an extra one."
        />
      )}
    </>
  );
}
