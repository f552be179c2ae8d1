import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { jsonConstraint } from "#lib/serving/generation/constraints/json.ts";
import {
  BYTE_TOKENS,
  drawFrom,
  randomReply,
  takes,
} from "#lib/serving/generation/constraints/random-reply.ts";
import { UnsupportedSchema } from "#lib/serving/generation/constraints/schema/unsupported-schema.ts";

export type NamedSchema = {
  readonly title: string;
  readonly schema: unknown;
  /** Values that fit it, where somebody lists them. */
  readonly valid: readonly unknown[];
  /** Whether formats are only notes, as the suite has them outside its folder of formats. */
  readonly notesFormats: boolean;
};

export type Outcome = {
  readonly title: string;
  /** Why it is not held; null where it is. */
  readonly refusal: string | null;
  readonly replies: number;
  /** Replies that do not fit. */
  readonly misfits: readonly string[];
  /** Listed values that fit and cannot come, where objects are open as the standard has them. */
  readonly missed: readonly string[];
  readonly listed: number;
};

const REPLIES = 30;

export function tryAll(schemas: readonly NamedSchema[]): Outcome[] {
  return schemas.map((one, index) => tried(one, index));
}

function tried({ title, schema, valid, notesFormats }: NamedSchema, seed: number): Outcome {
  const nothing = { title, replies: 0, misfits: [], missed: [], listed: 0 };
  try {
    const make = jsonConstraint(schema, BYTE_TOKENS);
    const fits = checker(schema, notesFormats);
    const draw = drawFrom(seed);
    const replies = Array.from({ length: REPLIES }, () => randomReply(make(), draw)).filter(
      (text) => text !== null,
    );
    const open = jsonConstraint(schema, BYTE_TOKENS, { closesObjects: false });
    return {
      title,
      refusal: null,
      replies: replies.length,
      misfits: replies.filter((text) => !fits(JSON.parse(text))),
      missed: valid.map((value) => JSON.stringify(value)).filter((text) => !takes(open(), text)),
      listed: valid.length,
    };
  } catch (error) {
    if (!(error instanceof UnsupportedSchema)) throw error;
    return { ...nothing, refusal: error.message };
  }
}

/** Every keyword is checked, whatever a schema says of its own language. */
function checker(schema: unknown, notesFormats: boolean): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    validateFormats: !notesFormats,
    logger: false,
  });
  addFormats.default(ajv);
  if (typeof schema === "boolean") return () => schema;
  if (typeof schema !== "object" || schema === null) throw new Error("A schema is an object, true or false");
  return ajv.compile({ ...schema, $schema: undefined });
}
