import { type MadeParts, type MadeSchema, NO_PATTERN, NO_VALUES } from "./made-parts.internal.ts";
import {
  countOf,
  inner,
  isSchema,
  list,
  listed,
  named,
  names,
  numberOf,
  type Part,
  type Plain,
  TYPES,
  textOf,
  typesOf,
  unheld,
  wrong,
} from "./part.internal.ts";

/** Alternatives of which one or more hold for just the values that do not fit the part: one of its keywords has to fail. */
export function negation(part: Part, made: MadeParts): Part[] {
  const { schema, where } = part;
  if (schema === true) return [];
  if (schema === false) return [{ schema: true, where }];
  if (!isSchema(schema)) throw wrong(where, schema, "an object, true or false");
  const plain = { schema, where };
  return Object.keys(schema).flatMap((keyword) =>
    failures(plain, keyword).map((one, index) => made.of(plain, `no ${keyword} ${index}`, () => one)),
  );
}

const NOT = (part: Part): MadeSchema => ({ not: part.schema });

/** How a keyword may fail. */
function failures(plain: Plain, keyword: string): MadeSchema[] {
  const { schema, where } = plain;
  const only = (type: string, rest: MadeSchema): MadeSchema[] => [{ type, ...rest }];
  switch (keyword) {
    case "type":
      return typeFailure(plain);
    case "const":
      return [{ [NO_VALUES]: [schema.const] }];
    case "enum":
      return [{ [NO_VALUES]: list(schema.enum, `${where}.enum`) }];
    case "minimum":
      return only("number", { exclusiveMaximum: numberOf(plain, keyword) });
    case "maximum":
      return only("number", { exclusiveMinimum: numberOf(plain, keyword) });
    case "exclusiveMinimum":
      return only("number", { maximum: numberOf(plain, keyword) });
    case "exclusiveMaximum":
      return only("number", { minimum: numberOf(plain, keyword) });
    case "minLength":
    case "minItems":
    case "minProperties":
      return fewer(plain, keyword);
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return only(TYPE_OF[keyword], { [keyword.replace("max", "min")]: countOf(plain, keyword, 0) + 1 });
    case "pattern":
      return only("string", { [NO_PATTERN]: textOf(plain, keyword) ?? "" });
    case "required":
      return names(schema.required, `${where}.required`).flatMap((name) =>
        only("object", { properties: { [name]: false } }),
      );
    case "properties":
      return Array.from(named(plain, keyword), ([name, one]) => ({
        type: "object",
        required: [name],
        properties: { [name]: NOT(one) },
      }));
    default:
      return further(plain, keyword);
  }
}

const TYPE_OF = {
  minLength: "string",
  maxLength: "string",
  minItems: "array",
  maxItems: "array",
  minProperties: "object",
  maxProperties: "object",
} as const;

function fewer(plain: Plain, keyword: "minLength" | "minItems" | "minProperties"): MadeSchema[] {
  const least = countOf(plain, keyword, 0);
  return least > 0 ? [{ type: TYPE_OF[keyword], [keyword.replace("min", "max")]: least - 1 }] : [];
}

function further(plain: Plain, keyword: string): MadeSchema[] {
  const { where } = plain;
  switch (keyword) {
    case "allOf":
      return listed(plain, keyword).map(NOT);
    case "anyOf":
      return [{ allOf: listed(plain, keyword).map(NOT) }];
    case "oneOf": {
      const options = listed(plain, keyword);
      const pairs = options.flatMap((a, i) =>
        options.slice(i + 1).map((b) => ({ allOf: [a.schema, b.schema] })),
      );
      return [{ allOf: options.map(NOT) }, ...pairs];
    }
    case "not":
      return [{ allOf: [plain.schema.not] }];
    case "$ref":
      return [{ not: { $ref: plain.schema.$ref } }];
    case "if": {
      const [condition, then, otherwise] = ["if", "then", "else"].map((name) => plain.schema[name] ?? true);
      return [{ allOf: [condition, { not: then }] }, { allOf: [{ not: condition }, { not: otherwise }] }];
    }
    case "items":
      return arrayFailure(plain);
    case "prefixItems":
      return listed(plain, keyword).map((one, index) => ({
        type: "array",
        minItems: index + 1,
        prefixItems: [...Array.from({ length: index }, () => true), NOT(one)],
      }));
    case "contains":
      if (!("minContains" in plain.schema || "maxContains" in plain.schema))
        return [{ type: "array", items: { not: inner(plain, keyword)?.schema } }];
      break;
    case "dependentRequired":
      return dependencyFailure(plain);
  }
  if (HARD.has(keyword)) throw unheld(keyword, where, "it stands under a negation");
  return [];
}

/** What fails in ways that are not written as a schema. */
const HARD = new Set([
  "multipleOf",
  "format",
  "contains",
  "uniqueItems",
  "additionalItems",
  "unevaluatedItems",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "unevaluatedProperties",
  "dependentSchemas",
  "dependencies",
  "$dynamicRef",
  "$recursiveRef",
]);

function arrayFailure(plain: Plain): MadeSchema[] {
  if (Array.isArray(plain.schema.items) || "prefixItems" in plain.schema)
    throw unheld("items", plain.where, "it stands under a negation beside others");
  return [{ type: "array", contains: { not: plain.schema.items } }];
}

function typeFailure(plain: Plain): MadeSchema[] {
  const types = typesOf(plain);
  if (types.includes("integer") && !types.includes("number"))
    throw unheld("type", plain.where, "numbers with a fraction only are none of its types");
  const others = TYPES.filter((type) => type !== "integer" && !types.includes(type));
  return others.length > 0 ? [{ type: others }] : [];
}

function dependencyFailure(plain: Plain): MadeSchema[] {
  const { schema, where } = plain;
  const dependencies = isSchema(schema.dependentRequired) ? schema.dependentRequired : {};
  return Object.entries(dependencies).flatMap(([name, others]) =>
    names(others, `${where}.dependentRequired`).map((other) => ({
      type: "object",
      required: [name],
      properties: { [other]: false },
    })),
  );
}
