"use client";

import { useQuery } from "@tanstack/react-query";
import { CALL_STATUSES, STATUS_LABELS } from "#components/calls/parts/call-facts.ts";
import { readStatus } from "#components/calls/parts/call-filters.ts";
import { explainError, problemOf } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Checkbox } from "#components/ui/field/checkbox.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { useSettled } from "#components/ui/use-settled.ts";
import { conditionsOf, jsonOf, type RuleDraft } from "./rule-draft.ts";
import { matchingQuery } from "./rule-queries.ts";

type RuleConditionsProps = {
  queueId: string;
  draft: RuleDraft;
  error: unknown;
  onChange: (next: Partial<RuleDraft>) => void;
};

const ANY = "any";
const STATUSES = [
  { value: ANY, label: "Any status" },
  ...CALL_STATUSES.filter((status) => status !== "running").map((value) => ({
    value,
    label: STATUS_LABELS[value],
  })),
];
const REACTIONS = [
  { value: ANY, label: "Whatever people said" },
  { value: "👎", label: "👎 thumb down" },
  { value: "👍", label: "👍 thumb up" },
];

/** Which calls a rule takes, by fields or as JSON; both say the same in the end. */
export function RuleConditions({ queueId, draft, error, onChange }: RuleConditionsProps) {
  const conditions = conditionsOf(draft);
  const problem = problemOf(error, "query") ?? problemOf(error, "filter");
  const asJson = () => {
    if (typeof conditions !== "string") onChange({ json: jsonOf(conditions) });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium text-sm">Which calls</legend>
      {draft.json === null ? (
        <PlainFields draft={draft} onChange={onChange} />
      ) : (
        <Field
          label="Conditions as JSON"
          help="filter and query, as a list of calls takes them."
          error={typeof conditions === "string" ? conditions : problem}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={8}
              spellCheck={false}
              className="font-mono text-xs"
              value={draft.json ?? ""}
              onChange={({ target }) => onChange({ json: target.value })}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Matches queueId={queueId} draft={draft} />
        <Button
          size="sm"
          variant="ghost"
          onClick={draft.json === null ? asJson : () => onChange({ json: null })}
        >
          {draft.json === null ? "Write as JSON" : "Back to the fields"}
        </Button>
      </div>
    </fieldset>
  );
}

function PlainFields({ draft, onChange }: Pick<RuleConditionsProps, "draft" | "onChange">) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Text in inputs or output">
          {(control) => (
            <Input
              {...control}
              value={draft.text}
              onChange={({ target }) => onChange({ text: target.value })}
            />
          )}
        </Field>
        <Field label="Op name contains">
          {(control) => (
            <Input {...control} value={draft.op} onChange={({ target }) => onChange({ op: target.value })} />
          )}
        </Field>
        <Field label="Status">
          {(control) => (
            <Select
              {...control}
              value={draft.status ?? ANY}
              options={STATUSES}
              onValueChange={(status) => onChange({ status: readStatus(status) })}
            />
          )}
        </Field>
        <Field label="Feedback">
          {(control) => (
            <Select
              {...control}
              value={draft.reaction ?? ANY}
              options={REACTIONS}
              onValueChange={(reaction) => onChange({ reaction: reaction === ANY ? null : reaction })}
            />
          )}
        </Field>
      </div>
      <Checkbox
        label="Only the first call of each trace"
        checked={draft.rootsOnly}
        onCheckedChange={(rootsOnly) => onChange({ rootsOnly })}
      />
    </>
  );
}

/** How many stored calls the rule would take, as a measure of how many it will. */
function Matches({ queueId, draft }: Pick<RuleConditionsProps, "queueId" | "draft">) {
  const { projectId } = useProject();
  const conditions = conditionsOf(draft);
  const asked = useSettled(typeof conditions === "string" ? null : conditions);
  const { data, error } = useQuery(
    matchingQuery({ projectId, queueId }, { conditions: asked, includesOwn: draft.includesOwn }),
  );
  return (
    <p role="status" className="text-muted text-sm">
      {asked === null
        ? "Correct the JSON to see how many calls pass."
        : error
          ? `The calls could not be counted. ${explainError(error)}`
          : data
            ? `${data.hasMore ? `${formatCount(data.count)}+ calls` : countOf(data.count, "call")} so far ${data.count === 1 && !data.hasMore ? "matches" : "match"}.`
            : "Counting…"}
    </p>
  );
}
