"use client";

import { useState } from "react";
import { askedAfter } from "#components/queues/fields/asked-after.ts";
import { answerText, readAnswer } from "#components/queues/fields/field-answer.ts";
import { FieldControl } from "#components/queues/fields/field-control.tsx";
import { questionOf } from "#components/queues/fields/field-question.tsx";
import { VERDICT_LABELS } from "#components/queues/fields/said-values.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { FieldError } from "#components/ui/field/field.tsx";
import { RadioGroup } from "#components/ui/field/radio-group.tsx";
import { PREFERENCE_TYPE, VERDICTS } from "#lib/contract/annotation/preference.ts";
import { DecideForm } from "./decide-form.tsx";
import { useMarkedForm } from "./marked-item.tsx";

type WriteFormProps = {
  fields: readonly AnnotationField[];
  isPair: boolean;
  /** What is decided already, by the reference of its field. */
  initial: Readonly<Record<string, unknown>>;
  onDecide: (values: Record<string, unknown>) => void;
  onCancel: () => void;
};

type Texts = { [ref: string]: string };

/** The lead's own answer, on the same form that annotators fill in. */
export function WriteForm({ fields: all, isPair, initial, onDecide, onCancel }: WriteFormProps) {
  const [texts, setTexts] = useState<Texts>(() => textsOf(all, initial));
  const [isTried, setTried] = useState(false);
  const setText = (ref: string, text: string) => setTexts((before) => ({ ...before, [ref]: text }));
  const fields = askedAfter(all, useQueue().fieldRules, (ref) => texts[ref] ?? "");
  useMarkedForm({ fields, texts, onText: setText });
  const readings = fields.map(({ ref, input }) => ({ ref, reading: readAnswer(input, texts[ref] ?? "") }));
  const verdict = texts[PREFERENCE_TYPE] ?? null;
  const values = {
    ...(isPair && verdict ? { [PREFERENCE_TYPE]: verdict } : {}),
    ...Object.fromEntries(
      readings.flatMap(({ ref, reading }) => (reading.state === "valid" ? [[ref, reading.value]] : [])),
    ),
  };
  const isWrong = readings.some(({ reading }) => reading.state === "wrong");
  const problem = isWrong
    ? "Correct the marked questions first."
    : Object.keys(values).length === 0
      ? "Answer at least one of the questions."
      : null;
  return (
    <DecideForm
      title="Write own"
      onCancel={onCancel}
      onDecide={() => {
        setTried(true);
        if (problem === null) onDecide(values);
      }}
    >
      {isPair ? (
        <RadioGroup
          label="Which is better"
          variant="buttons"
          value={verdict}
          onValueChange={(value) => setTexts({ ...texts, [PREFERENCE_TYPE]: value })}
          options={VERDICTS.map((value) => ({ value, label: VERDICT_LABELS[value] }))}
        />
      ) : null}
      <div className="-mx-4">
        {fields.map((field, i) => {
          const reading = readings[i]?.reading;
          return (
            <FieldControl
              key={field.ref}
              question={questionOf(field, false)}
              text={texts[field.ref] ?? ""}
              activePlace={null}
              problem={isTried && reading?.state === "wrong" ? reading.problem : null}
              onChange={(text) => setText(field.ref, text)}
            />
          );
        })}
      </div>
      <FieldError error={isTried ? problem : null} />
    </DecideForm>
  );
}

function textsOf(fields: readonly AnnotationField[], values: Readonly<Record<string, unknown>>): Texts {
  const texts: Texts = {};
  for (const { ref, input } of fields)
    if (Object.hasOwn(values, ref)) texts[ref] = answerText(input, values[ref]);
  const verdict = VERDICTS.find((one) => one === values[PREFERENCE_TYPE]);
  return verdict ? { ...texts, [PREFERENCE_TYPE]: verdict } : texts;
}
