import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FieldInput } from "#components/queues/parts/annotation-field.ts";
import { FieldControl } from "./field-control.tsx";
import { questionOf } from "./field-question.tsx";

const TONES = ["kind", "rude"].map((value) => ({ value, label: "", help: "" }));
const GROUP: FieldInput = {
  kind: "group",
  parts: [
    { name: "tone", label: "Tone", help: "", isRequired: false, input: { kind: "choice", options: TONES } },
  ],
};

test("No number stands before a question, so that every digit on the form is a key", () => {
  const inputs: FieldInput[] = [
    { kind: "boolean" },
    { kind: "choice", options: TONES },
    { kind: "text", maxLength: null },
    { kind: "spans", options: TONES, min: null, max: null },
    GROUP,
  ];
  for (const input of inputs) {
    const field = { ref: "f", objectId: "f", name: "The question", description: "", input };
    const html = renderToStaticMarkup(
      <FieldControl
        question={questionOf(field, false)}
        text=""
        activePlace={null}
        problem={null}
        onChange={() => undefined}
      />,
    );
    const words = html.replace(/<kbd[\s\S]*?<\/kbd>/g, "").replace(/<[^>]*>/g, " ");
    expect(words, input.kind).toContain("The question");
    expect(words, input.kind).not.toMatch(/\d\s+(The question|Tone)/);
  }
});
