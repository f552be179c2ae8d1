import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";

/** Words for what the assistant said, as a question about it has them; “answer quickly” is not one. */
const SPEAKS_OF_ANSWERS =
  /\b(?:the|this|that|last|each|an|every|its)\s+(?:[a-z]+\s+)?(?:answers?|repl(?:y|ies)|responses?)\b/i;

type Asked = {
  field: Pick<AnnotationField, "name" | "description" | "input">;
  /** What the queue says to its people. */
  description: string;
};

export type Reading = {
  turns: "before" | "whole";
  /** Why, in a sentence for the person who may know better. */
  reason: string;
};

/** Whether a model that learns these labels should read the answer: it must, where they judge it. A guess by what the question says. */
export function proposedReading({ field, description }: Asked): Reading {
  const { input, name } = field;
  if (input.kind === "boolean" || input.kind === "integer" || input.kind === "number")
    return {
      turns: "whole",
      reason: `Proposed with the answer: ${input.kind === "boolean" ? "yes and no" : "numbers"} usually judge it, and nobody can judge what they have not read.`,
    };
  const said = [name, field.description, description].join("\n");
  if (SPEAKS_OF_ANSWERS.test(said) || ("options" in input && input.options.some(speaksOfAnswers)))
    return {
      turns: "whole",
      reason: `Proposed with the answer: “${name}” asks about it, and nobody can judge what they have not read.`,
    };
  return {
    turns: "before",
    reason: `Proposed up to the answer: “${name}” seems to name what the person wants. If it judges the answer, let the model read it, too.`,
  };
}

function speaksOfAnswers({ help }: { help: string }): boolean {
  return SPEAKS_OF_ANSWERS.test(help);
}
