import type { MadeParts } from "./made-parts.internal.ts";
import { negation } from "./negation.internal.ts";
import { inner, isSchema, listed, named, type Part, type Plain } from "./part.internal.ts";

/** A keyword of a part that leaves a choice: the rest of the part, and what may hold beside it. */
export type Choice = {
  readonly part: Plain;
  readonly rest: Plain;
  readonly options: readonly (readonly Part[])[];
};

/** Whether two parts can hold for one value at all; asked to spare a negation. */
export type AreApart = (a: Part, b: Part) => boolean;

/** The first choice that one of the parts leaves; null where there is none. */
export function choiceOf(parts: readonly Plain[], made: MadeParts, areApart: AreApart): Choice | null {
  for (const part of parts)
    for (const keyword of CHOICES) {
      if (!(keyword in part.schema)) continue;
      if (keyword === "dependentSchemas" || keyword === "dependencies") return dependent(part, keyword, made);
      const without = keyword === "if" ? ["if", "then", "else"] : [keyword];
      return {
        part,
        rest: made.without(part, without),
        options: optionsOf(part, keyword, { made, areApart }),
      };
    }
  return null;
}

const CHOICES = ["not", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies"] as const;
type ChoiceKeyword = Exclude<(typeof CHOICES)[number], "dependentSchemas" | "dependencies">;
type Means = { readonly made: MadeParts; readonly areApart: AreApart };

function optionsOf(part: Plain, keyword: ChoiceKeyword, { made, areApart }: Means): Part[][] {
  switch (keyword) {
    case "not": {
      const inside = inner(part, keyword);
      return inside ? negation(inside, made).map((one) => [one]) : [];
    }
    case "anyOf":
      return listed(part, keyword).map((one) => [one]);
    case "oneOf":
      return exactlyOne(listed(part, keyword), made, areApart);
    case "if":
      return conditional(part, made);
    default:
      return keyword satisfies never;
  }
}

/** Each option without the others; where two can never hold together, the other need not be kept out. */
function exactlyOne(options: readonly Part[], made: MadeParts, areApart: AreApart): Part[][] {
  return options.map((one, index) => [
    one,
    ...options.flatMap((other, at) => (at === index || areApart(one, other) ? [] : [not(other, made)])),
  ]);
}

function conditional(part: Plain, made: MadeParts): Part[][] {
  const condition = inner(part, "if");
  if (!condition) return [];
  const [then, otherwise] = [inner(part, "then"), inner(part, "else")];
  // Without both there is nothing that the condition could decide.
  if (!then && !otherwise) return [[]];
  return [
    [condition, ...(then ? [then] : [])],
    [not(condition, made), ...(otherwise ? [otherwise] : [])],
  ];
}

/** Either the first property is missing, or what depends on it holds; the others are left for later. Lists of names are read where objects are. */
function dependent(part: Plain, keyword: "dependentSchemas" | "dependencies", made: MadeParts): Choice {
  const [first, ...others] = named(part, keyword);
  const rest = made.without(part, [keyword]);
  if (!first) return { part, rest, options: [[]] };
  const [name, holds] = first;
  const later = made.of(part, `${keyword} beside ${name}`, () => ({
    [keyword]: Object.fromEntries(others.map(([other, { schema }]) => [other, schema])),
  }));
  const beside = others.length > 0 ? [later] : [];
  const list = made.of(part, `list of ${name}`, () => ({ dependentRequired: { [name]: holds.schema } }));
  if (Array.isArray(holds.schema)) return { part, rest, options: [[list, ...beside]] };
  const missing = made.of(part, `no ${name}`, () => ({ properties: { [name]: false } }));
  const present = made.of(part, `has ${name}`, () => ({ type: "object", required: [name] }));
  return {
    part,
    rest,
    options: [
      [missing, ...beside],
      [present, holds, ...beside],
    ],
  };
}

function not(part: Part, made: MadeParts): Part {
  const { schema, where } = part;
  if (!isSchema(schema)) return { schema: schema !== true, where };
  return made.of({ schema, where }, "not", () => ({ not: schema }));
}
