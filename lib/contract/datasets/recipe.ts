import { refuseUnless } from "#lib/contract/fault.ts";
import { bool, identifier, integer, list, oneOf, text } from "#lib/contract/fields.ts";
import { isStorableJson, UNSTORABLE } from "#lib/contract/storable.ts";
import { closedObject, maybe, withDefault } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";
import { Source } from "./sources.ts";
import { numberBetween, wrong } from "./uses.ts";

/** How answers become training data: the whole of it is data, so that a version can keep the recipe by which it was built. */

export const SECRET_KINDS = ["key", "card", "email", "phone", "iban"] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

const PROMPT_TURNS = ["before", "whole"] as const;

const Prompt = closedObject(
  {
    /** What came before the call's answer, or, for labels about that answer, the answer too. */
    turns: withDefault(oneOf(PROMPT_TURNS), "before"),
    system: withDefault(oneOf(["keep", "drop", "replace"]), "keep"),
    /** Of `replace`: put in the place of all system messages. */
    systemText: maybe(text({ min: 1, max: 100_000 })),
    tools: withDefault(oneOf(["keep", "drop"]), "keep"),
  },
  refuseUnless(
    ({ system, systemText }) => (system === "replace") === (systemText !== undefined),
    wrong("system_text", "send it with system: replace, and only then"),
  ),
);

const Dedupe = closedObject({
  exact: withDefault(bool, true),
  /** Rows whose words are so alike (Jaccard, over word triples) are duplicates as well. */
  near: maybe(numberBetween(0.5, 1)),
});

const Secrets = closedObject({
  action: withDefault(oneOf(["report", "mask", "reject"]), "report"),
  kinds: withDefault(list(oneOf(SECRET_KINDS), { max: SECRET_KINDS.length }), [...SECRET_KINDS]),
});

/** Of a dataset of kind `eval`, all rows are held out whatever this says. */
const Split = closedObject({
  heldOut: withDefault(numberBetween(0, 0.9), 0.15),
  seed: withDefault(integer({ min: 0, max: 2 ** 31 - 1 }), 1),
});

/** Among the rows to train on, no value has more than so many times the rows of the rarest one. */
const Balance = closedObject({
  by: withDefault(oneOf(["value"]), "value"),
  maxRatio: numberBetween(1, 1000),
});

const MAX_SOURCES = 16;
const MAX_GUARDS = 16;

export const Recipe = closedObject(
  {
    /** In order: of two duplicates, the later source loses. */
    sources: list(Source, { min: 1, max: MAX_SOURCES }),
    prompt: withDefault(Prompt, { turns: "before", system: "keep", tools: "keep" }),
    /** Whether rows weigh as much as their value is probable. */
    weights: withDefault(oneOf(["none", "posterior"]), "none"),
    dedupe: withDefault(Dedupe, { exact: true }),
    secrets: withDefault(Secrets, { action: "report", kinds: [...SECRET_KINDS] }),
    split: withDefault(Split, { heldOut: 0.15, seed: 1 }),
    /** Of rows with one prompt, so many are kept. */
    maxPerPrompt: maybe(integer({ min: 1, max: 1000 })),
    /** Of rows with one prompt that teach different values: `keep` counts them, `reject` leaves all of them out. */
    onConflict: maybe(oneOf(["keep", "reject"])),
    /** Of rows whose answer rests on calls that the row does not have, such as a tool's result: `keep` counts them, `reject` leaves them out. Of rows of a version, what its build counted. */
    onMissingCalls: maybe(oneOf(["keep", "reject"])),
    /** Of rows with a question or an answer that says nothing: `keep` counts them, `reject` leaves them out. */
    onEmpty: maybe(oneOf(["keep", "reject"])),
    balance: maybe(Balance),
    /** Datasets that models are measured by: nothing that shares a thread, a trace or a prompt with a row of any of their versions becomes a row here. */
    heldOutOf: withDefault(list(identifier(), { max: MAX_GUARDS }), []),
    /** Whether the same holds of all datasets of kind `eval` in the project. One that is of this kind itself does not ask. */
    evalGuard: withDefault(bool, true),
  },
  refuseUnless(
    ({ weights, sources }) =>
      weights === "none" ||
      sources.some((source) => "consensus" in source && source.consensus?.rule === "weighted"),
    wrong("weights", "only the consensus rule weighted gives a posterior; set it in a source"),
  ),
  refuseUnless(isStorableJson, UNSTORABLE),
);
export type Recipe = z.output<typeof Recipe>;
