import { stepsOf } from "./grader-templates.ts";

/** What a sample has, and of what kind it is. A text that is JSON has `output_json` too, of any shape. */
const SAMPLE = {
  output_text: "text",
  answer: "text",
  output_tools: "list",
  choices: "list",
  output_json: "any",
} as const;

/** Why a variable of a template has no value whatever is graded, as a sentence; null where it can have one. Rows may have any columns. */
export function faultOfVariable(path: string): string | null {
  const [root, name, inside, ...further] = stepsOf(path);
  const lacksName = [name, inside, ...further].includes("");
  if (root === "item") return lacksName ? `{{${path}}} is nothing: a name is missing beside a dot` : null;
  if (root !== "sample") return `{{${path}}} is nothing: variables begin with item. or sample.`;
  if (name === undefined) return null;
  if (!isOfSample(name)) return `{{${path}}} is nothing: a sample has ${Object.keys(SAMPLE).join(", ")}`;
  const kind = SAMPLE[name];
  if (kind === "text" && inside !== undefined)
    return `{{${path}}} is nothing: sample.${name} is a text; write {{sample.${name}}}`;
  if (kind === "list" && lacksName) return `{{${path}}} is nothing: a name is missing beside a dot`;
  if (kind === "list" && inside !== undefined && !/^\d+$/.test(inside))
    return `{{${path}}} is nothing: sample.${name} is a list; write for example {{sample.${name}[0]}}`;
  return null;
}

function isOfSample(name: string): name is keyof typeof SAMPLE {
  return Object.hasOwn(SAMPLE, name);
}
