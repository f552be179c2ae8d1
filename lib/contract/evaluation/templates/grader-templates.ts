import { isDict } from "#lib/contract/fields.ts";
import { readFormula } from "../formula.ts";
import type { Grader, SingleGrader } from "../grader.ts";

type Place = readonly (string | number)[];

/** A text with `{{…}}`, and where it stands in its grader. */
export type Template = {
  readonly place: Place;
  readonly text: string;
  /** Whether the score depends on it: a formula need not read each of its parts. */
  readonly counts: boolean;
};

/** All templates of a grader, in the order of its fields. */
export function templatesOf(grader: Grader): Template[] {
  if (grader.type !== "multi") return ofOne(grader, { place: [], counts: true });
  const { names } = readFormula(grader.calculateOutput);
  return Object.entries(grader.graders).flatMap(([name, part]) =>
    ofOne(part, { place: ["graders", name], counts: names.includes(name) }),
  );
}

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** The paths that a template names, such as `item.reference`. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(VARIABLE)].map(([, path = ""]) => path.trim());
}

/** `item.tags[0].name` and `item.tags.0.name` are one. */
export function stepsOf(path: string): string[] {
  return path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
}

type Part = Pick<Template, "counts"> & { place: Place };

function ofOne(grader: SingleGrader, { place, counts }: Part): Template[] {
  return textsOf(grader).map((one) => ({ place: [...place, ...one.place], text: one.text, counts }));
}

type Text = Pick<Template, "place" | "text">;

function textsOf(grader: SingleGrader): Text[] {
  switch (grader.type) {
    case "string_check":
    case "text_similarity":
    case "spindle.number_match":
      return [
        { place: ["input"], text: grader.input },
        { place: ["reference"], text: grader.reference },
      ];
    case "spindle.json_schema":
      return [{ place: ["input"], text: grader.input }];
    case "spindle.tool_call":
      return [{ place: ["tool"], text: grader.tool }, ...textsIn(grader.arguments, ["arguments"])];
    case "label_model":
    case "score_model":
    case "spindle.judge":
      return grader.input.map(({ content }, at) => ({ place: ["input", at, "content"], text: content }));
    // People and verifiers are shown what there is.
    case "spindle.human":
    case "spindle.http":
      return [];
  }
}

function textsIn(value: unknown, place: Place): Text[] {
  if (typeof value === "string") return [{ place, text: value }];
  if (Array.isArray(value)) return value.flatMap((one, at) => textsIn(one, [...place, at]));
  if (!isDict(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...place, key]));
}
