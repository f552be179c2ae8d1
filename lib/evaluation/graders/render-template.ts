import { messageText } from "#lib/contract/evaluation/judge-prompt.ts";
import { stepsOf } from "#lib/contract/evaluation/templates/grader-templates.ts";
import { isDict } from "#lib/contract/fields.ts";
import { Unscored } from "./grade-result.ts";
import { nearestPath } from "./nearest-path.ts";
import { readJson } from "./read-json.internal.ts";
import type { Item, Sample } from "./sample.ts";

/** What `{{…}}` may name. */
export type Variables = { readonly item: Item; readonly sample: Readonly<Record<string, unknown>> };

export function variablesOf(sample: Sample, item: Item): Variables {
  const { outputText, outputTools = [], choices = [] } = sample;
  const json = readJson(outputText);
  return {
    item,
    sample: {
      output_text: outputText,
      // What a judge reads: a call of a tool may be all that there is.
      answer: messageText({ content: outputText, tool_calls: outputTools }),
      output_tools: outputTools,
      choices,
      ...(json === undefined ? {} : { output_json: json }),
    },
  };
}

/** A template may name a long value any number of times. */
export const MAX_CHARACTERS = 4_000_000;

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/**
 * Puts values in the place of `{{item.a.b}}` and `{{sample.output_text}}`; what is no text is written as JSON. A variable without a value is
 * an error and never an empty text: else "nothing" would equal "nothing".
 */
export function renderTemplate(template: string, variables: Variables): string {
  let length = template.length;
  return template.replace(VARIABLE, (_, expression: string) => {
    const value = requireValue(expression, variables);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    length += text.length;
    if (length > MAX_CHARACTERS) throw tooLong();
    return text;
  });
}

export function tooLong(): Unscored {
  return new Unscored("too_long", `With its values, the template has more than ${MAX_CHARACTERS} characters`);
}

/** As `renderTemplate`, but a template that is one variable alone gives that variable's value, whatever its type. */
export function renderValue(template: string, variables: Variables): unknown {
  const [, expression] = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(template) ?? [];
  return expression === undefined ? renderTemplate(template, variables) : requireValue(expression, variables);
}

function requireValue(expression: string, variables: Variables): unknown {
  const path = expression.trim();
  const value = valueAt(path, variables);
  if (value === undefined || value === null)
    throw new Unscored("invalid_variable", `{{${path}}} has no value${nearby(path, variables)}`);
  return value;
}

/** What a variable names; undefined where there is no such thing. */
export function valueAt(path: string, variables: Partial<Variables>): unknown {
  let value: unknown = variables;
  for (const step of stepsOf(path)) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isDict(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** What could have been meant. */
function nearby(path: string, { item, sample }: Variables): string {
  const [root] = stepsOf(path);
  if (root === "item") return `; the item has ${listed(Object.keys(item))}${meant(path, { item })}`;
  if (root === "sample") return `; the sample has ${listed(Object.keys(sample))}${meant(path, { sample })}`;
  return "; variables begin with item. or sample.";
}

function meant(path: string, roots: Record<string, unknown>): string {
  const found = nearestPath(path, roots);
  return found === null ? "" : `; write for example {{${found}}}`;
}

function listed(keys: readonly string[]): string {
  if (keys.length === 0) return "no fields";
  return keys.length > 10 ? `${keys.slice(0, 10).join(", ")} …` : keys.join(", ");
}
