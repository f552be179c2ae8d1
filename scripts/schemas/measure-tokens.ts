import type { TokenConstraint } from "#lib/engine/port/port.ts";
import { openTokenizer } from "#lib/engine/text/open-tokenizer.ts";
import { type Vocabulary, vocabularyOf } from "#lib/serving/generation/constraints/bytes/vocabulary.ts";
import { jsonConstraint } from "#lib/serving/generation/constraints/json.ts";
import { drawFrom } from "#lib/serving/generation/constraints/random-reply.ts";
import { UnsupportedSchema } from "#lib/serving/generation/constraints/schema/unsupported-schema.ts";
import { manyPieces } from "./many-pieces.ts";
import { toolSchemas } from "./tool-schemas.ts";

/** What one token costs under a constraint, in microseconds: the list of all that may come, and one question. */
export type Measured = {
  readonly vocabulary: string;
  readonly masks: readonly number[];
  readonly questions: readonly number[];
};

/** What schemas that are refused for their size cost before they are, in milliseconds. */
export type MeasuredTokens = { readonly perToken: readonly Measured[]; readonly refusals: readonly number[] };

const SCHEMAS = 60;
const TOKENS = 300;
const MODEL = "lib/models/base-models/spindle-mini";

export async function measureTokens(): Promise<MeasuredTokens> {
  const small = await openTokenizer(MODEL);
  const pieces = manyPieces();
  const vocabularies = [
    {
      name: `spindle-mini, ${small.vocabSize} tokens`,
      size: small.vocabSize,
      bytesOf: (id: number) => small.tokenBytes(id),
    },
    {
      name: `${pieces.length} pieces of this project's texts`,
      size: pieces.length,
      bytesOf: (id: number) => pieces[id] ?? new Uint8Array(),
    },
  ];
  return { perToken: vocabularies.map(measured), refusals: EXPLOSIVE.map(refusalMs) };
}

function measured({
  name,
  size,
  bytesOf,
}: {
  name: string;
  size: number;
  bytesOf(id: number): Uint8Array;
}): Measured {
  const vocabulary = vocabularyOf({ size, bytesOf });
  const [masks, questions]: [number[], number[]] = [[], []];
  for (const [seed, { schema }] of (toolSchemas()[0]?.schemas ?? []).slice(0, SCHEMAS).entries())
    walk(schema, { size, bytesOf, vocabulary, seed }, { masks, questions });
  return { vocabulary: name, masks, questions };
}

type Tokens = Parameters<typeof jsonConstraint>[1];
type Walk = { size: number; bytesOf(id: number): Uint8Array; vocabulary: Vocabulary; seed: number };

/** Draws tokens among those that may come, and takes the time of both ways to ask. */
function walk(
  schema: unknown,
  { size, bytesOf, vocabulary, seed }: Walk,
  times: { masks: number[]; questions: number[] },
): void {
  const tokens = { tokenBytes: bytesOf, endTokenIds: [size], vocabulary };
  const draw = drawFrom(seed);
  const constraint = held(schema, tokens);
  if (!constraint) return;
  for (let count = 0; count < TOKENS; count++) {
    const asked = performance.now();
    constraint.allows(draw(size));
    const begun = performance.now();
    const ids = constraint.allowed?.() ?? [];
    times.masks.push((performance.now() - begun) * 1000);
    times.questions.push((begun - asked) * 1000);
    const id = ids[draw(ids.length)];
    if (id === undefined || id === size) return;
    constraint.accept(id);
  }
}

/** Null for a schema that is refused. */
function held(schema: unknown, tokens: Tokens): TokenConstraint | null {
  try {
    return jsonConstraint(schema, tokens)();
  } catch (error) {
    if (error instanceof UnsupportedSchema) return null;
    throw error;
  }
}

/** Small schemas with much in them. */
const EXPLOSIVE: readonly unknown[] = [
  { pattern: "(a{1,90}){1,90}b" },
  { pattern: "(a|b)*a(a|b){18}" },
  { pattern: "(((x{9}){9}){9}){9}" },
  { pattern: "^[a-z]*$", minLength: 1, maxLength: 100_000 },
  {
    oneOf: Array.from({ length: 9 }, (_, i) => ({ properties: numbered(9, (j) => ({ minLength: i + j })) })),
  },
  {
    allOf: Array.from({ length: 12 }, (_, i) => ({
      anyOf: [{ minLength: i }, { properties: { a: { minimum: i } } }],
    })),
  },
  { dependentSchemas: numbered(20, (i) => ({ required: [`x${i}`] })) },
];

function numbered(count: number, schemaOf: (index: number) => unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, schemaOf(index)]));
}

function refusalMs(schema: unknown): number {
  const begun = performance.now();
  held(schema, { tokenBytes: () => new Uint8Array(), endTokenIds: [] });
  return performance.now() - begun;
}
