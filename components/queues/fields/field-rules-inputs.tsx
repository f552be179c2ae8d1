"use client";

import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { conditionProblem } from "#components/queues/parts/queue-draft.ts";
import type { QueueFormPart } from "#components/queues/parts/queue-form-parts.tsx";
import { CheckboxGroup } from "#components/ui/field/checkbox-group.tsx";
import { Field } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { circularField, type FieldRule } from "#lib/contract/annotation/field-rules.ts";
import { answerText, readAnswer } from "./field-answer.ts";
import { optionsOf } from "./field-options.ts";

type FieldRulesInputsProps = QueueFormPart;

/** When each question is asked, and what stands in it at first. */
export function FieldRulesInputs({ draft, set, problem }: FieldRulesInputsProps) {
  const { fieldRules } = draft;
  const fields = draft.fields.filter(({ isMissing }) => !isMissing);
  const change = (rule: FieldRule) =>
    set({ fieldRules: [...fieldRules.filter(({ fieldRef }) => fieldRef !== rule.fieldRef), rule] });
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium text-sm">When to ask, and the proposed answer</legend>
      {fields.map((field) => (
        <RuleInputs
          key={field.ref}
          field={field}
          rule={fieldRules.find(({ fieldRef }) => fieldRef === field.ref) ?? emptyRule(field.ref)}
          others={fields.filter((other) => mayDecide(other, field, fieldRules))}
          // Problems with unfinished rules only show once the form is sent.
          isChecked={problem("field_rules") !== null}
          onChange={change}
        />
      ))}
    </fieldset>
  );
}

function emptyRule(fieldRef: string): FieldRule {
  return { fieldRef, whenRef: null, whenValues: [], defaultValue: null };
}

/** Whether another question, of which one of few answers is picked, can decide about this one without leading back to itself. */
function mayDecide(other: AnnotationField, field: AnnotationField, rules: readonly FieldRule[]): boolean {
  if (other.ref === field.ref || optionsOf(other.input) === null) return false;
  const tried = { ...emptyRule(field.ref), whenRef: other.ref };
  return circularField([...rules.filter(({ fieldRef }) => fieldRef !== field.ref), tried]) === null;
}

type RuleInputsProps = {
  field: AnnotationField;
  rule: FieldRule;
  others: readonly AnnotationField[];
  isChecked: boolean;
  onChange: (rule: FieldRule) => void;
};

const ALWAYS = "always";

function RuleInputs({ field, rule, others, isChecked, onChange }: RuleInputsProps) {
  const decider = others.find(({ ref }) => ref === rule.whenRef);
  const isHalfMade = decider !== undefined && conditionProblem(rule, [field, decider]) !== null;
  const problem = isChecked && isHalfMade ? "Pick at least one, or ask the question always." : null;
  return (
    <section
      aria-label={field.name}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3"
    >
      <h4 className="break-words font-medium text-sm">{field.name}</h4>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Asked">
          {(control) => (
            <Select
              {...control}
              value={decider?.ref ?? ALWAYS}
              onValueChange={(ref) =>
                onChange({ ...rule, whenRef: ref === ALWAYS ? null : ref, whenValues: [] })
              }
              options={[
                { value: ALWAYS, label: "Always" },
                ...others.map(({ ref, name }) => ({
                  value: ref,
                  label: `Only after an answer to “${name}”`,
                })),
              ]}
            />
          )}
        </Field>
        <ProposalInput field={field} rule={rule} onChange={onChange} />
      </div>
      {decider ? <WhenInputs {...{ decider, rule, problem, onChange }} /> : null}
    </section>
  );
}

type WhenInputsProps = Pick<RuleInputsProps, "rule" | "onChange"> & {
  decider: AnnotationField;
  problem: string | null;
};

function WhenInputs({ decider, rule, problem, onChange }: WhenInputsProps) {
  const { whenValues } = rule;
  const flip = (text: string) => {
    const value = valueIn(decider, text);
    const others = whenValues.filter((one) => one !== value);
    onChange({ ...rule, whenValues: others.length < whenValues.length ? others : [...others, value] });
  };
  return (
    <CheckboxGroup
      label={`Where “${decider.name}” is one of`}
      error={problem}
      required
      values={whenValues.map(String)}
      onFlip={flip}
      options={(optionsOf(decider.input) ?? []).map(({ value, label }) => ({ value, label }))}
    />
  );
}

/** An option as answers hold it; of several choices each is a text. */
function valueIn({ input }: AnnotationField, text: string): unknown {
  if (input.kind === "choices") return text;
  const reading = readAnswer(input, text);
  return reading.state === "valid" ? reading.value : text;
}

const NOTHING = "nothing";

/** Of what takes a form of its own, nothing is proposed here. */
function ProposalInput({ field, rule, onChange }: Pick<RuleInputsProps, "field" | "rule" | "onChange">) {
  const { input } = field;
  if (["choices", "spans", "group", "json"].includes(input.kind)) return null;
  const text = (rule.defaultValue ?? null) === null ? "" : answerText(input, rule.defaultValue);
  const propose = (said: string) => {
    const reading = readAnswer(input, said);
    // Unfinished text is kept as typed, and its problem is shown when the queue is saved.
    const value = reading.state === "valid" ? reading.value : said;
    onChange({ ...rule, defaultValue: reading.state === "empty" ? null : value });
  };
  const options = optionsOf(input);
  return (
    <Field label="Proposed answer">
      {(control) =>
        options ? (
          <Select
            {...control}
            value={text === "" ? NOTHING : `is ${text}`}
            onValueChange={(value) => propose(value === NOTHING ? "" : value.slice("is ".length))}
            options={[
              { value: NOTHING, label: "None" },
              ...options.map(({ value, label }) => ({ value: `is ${value}`, label })),
            ]}
          />
        ) : (
          <Input {...control} value={text} onChange={(event) => propose(event.target.value)} />
        )
      }
    </Field>
  );
}
