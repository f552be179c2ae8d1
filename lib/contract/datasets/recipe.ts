import { type Fault, refuseUnless } from "#lib/contract/fault.ts";
import {
  anyJson,
  bool,
  finiteNumber,
  identifier,
  integer,
  list,
  oneOf,
  shownAs,
  text,
} from "#lib/contract/fields.ts";
import { closedObject, maybe, oneOfKinds, withDefault } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";

/** How answers become training data: the whole of it is data, so that a version can keep the recipe by which it was built. */

export const DATASET_KINDS = ["sft", "preference"] as const;
export type DatasetKind = (typeof DATASET_KINDS)[number];

/**
 * What a source's answers are taken for: a value as the reply to learn, an answer that people approved, their own version of it; which of two
 * answers is better, their own version against the recorded one.
 */
export const USES = ["labels", "approved", "corrections", "pairs", "corrected"] as const;
export type Use = (typeof USES)[number];
export const USES_OF_KIND: { [K in DatasetKind]: readonly Use[] } = {
  sft: ["labels", "approved", "corrections"],
  preference: ["pairs", "corrected"],
};
/** Uses of one field's values. */
const OF_FIELD: readonly Use[] = ["labels", "approved"];
/** Uses of texts, of which no two are compared. */
const OF_TEXT: readonly Use[] = ["corrections", "corrected"];

export const CONSENSUS_RULES = ["decided", "majority", "each", "weighted"] as const;
export type ConsensusRule = (typeof CONSENSUS_RULES)[number];

export const SECRET_KINDS = ["key", "card", "email", "phone", "iban"] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

function numberBetween(min: number, max: number): z.Schema<number> {
  const number = finiteNumber.check(
    refuseUnless((value) => value >= min, { type: "greater_than_equal", bound: min }),
    refuseUnless((value) => value <= max, { type: "less_than_equal", bound: max }),
  );
  return shownAs({ type: "number", minimum: min, maximum: max }, number);
}

function wrong(path: string, text: string): Fault {
  return { type: "value_error", text, path: [path] };
}

const share = numberBetween(0, 1);

const Consensus = closedObject({
  /** What was decided alone; the value of most answers; each answer by itself; the most probable value by how reliable people are. */
  rule: oneOf(CONSENSUS_RULES),
  minAnswers: withDefault(integer({ min: 1, max: 1000 }), 1),
  /** Of `majority`: the value's share of the answers must be larger. */
  minShare: withDefault(share, 0.5),
  /** Of `weighted`: the value must be so probable. */
  minPosterior: withDefault(share, 0),
});
export type Consensus = z.output<typeof Consensus>;

/** Which values are kept; all that is named must hold. */
const KeepIf = closedObject(
  {
    eq: maybe(anyJson),
    in: maybe(list(anyJson, { min: 1, max: 1000 })),
    gte: maybe(finiteNumber),
    lte: maybe(finiteNumber),
  },
  refuseUnless((rule) => Object.values(rule).some((bound) => bound !== undefined), {
    type: "value_error",
    text: "name at least one of eq, in, gte and lte",
  }),
);
export type KeepIf = z.output<typeof KeepIf>;

/** Stands for the value in a reply. */
export const VALUE_MARK = "{{value}}";

export const QueueSource = closedObject(
  {
    kind: oneOf(["queue"]),
    queueId: identifier(),
    use: oneOf(USES),
    /** Reference of the queue's field, in any of its versions. */
    field: maybe(identifier(1024)),
    keepIf: maybe(KeepIf),
    /** Of `labels`: the reply, with the value at `{{value}}`. */
    replyTemplate: maybe(text({ max: 10_000 })),
    consensus: maybe(Consensus),
  },
  refuseUnless(
    ({ use, field }) => !OF_FIELD.includes(use) || field !== undefined,
    wrong("field", "name the field of the queue whose values are used"),
  ),
  refuseUnless(
    ({ use, field }) => OF_FIELD.includes(use) || field === undefined,
    wrong("field", `only ${OF_FIELD.join(" and ")} use a field; leave it out`),
  ),
  refuseUnless(
    ({ use, keepIf }) => use !== "approved" || keepIf !== undefined,
    wrong("keep_if", 'say which values approve an answer, such as {"eq": true} or {"gte": 4}'),
  ),
  refuseUnless(
    ({ use, keepIf }) => OF_FIELD.includes(use) || keepIf === undefined,
    wrong("keep_if", `only ${OF_FIELD.join(" and ")} have values to choose from; leave it out`),
  ),
  refuseUnless(
    ({ use, replyTemplate }) => use === "labels" || replyTemplate === undefined,
    wrong("reply_template", "only labels have a template; leave it out"),
  ),
  refuseUnless(
    ({ replyTemplate = VALUE_MARK }) => replyTemplate.includes(VALUE_MARK),
    wrong("reply_template", `put ${VALUE_MARK} where the value belongs`),
  ),
  refuseUnless(
    ({ use, consensus }) => !OF_TEXT.includes(use) || consensus === undefined || consensus.rule === "each",
    wrong("consensus", `texts are not compared, so ${OF_TEXT.join(" and ")} take each of them; leave it out`),
  ),
);
export type QueueSource = z.output<typeof QueueSource>;

/** Rows as a training file has them; of a file of the project that was uploaded. */
export const UploadSource = closedObject({ kind: oneOf(["upload"]), fileId: identifier() });
export type UploadSource = z.output<typeof UploadSource>;

/** The rows of a version of a dataset of the project, or of one that a program published there. What it holds out stays held out. */
export const VersionSource = closedObject({ kind: oneOf(["version"]), ref: identifier(1024) });
export type VersionSource = z.output<typeof VersionSource>;

export type Source = QueueSource | UploadSource | VersionSource;
export const Source: z.Schema<Source> = oneOfKinds<Source>({
  queue: QueueSource,
  upload: UploadSource,
  version: VersionSource,
});

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

const Split = closedObject({
  heldOut: withDefault(numberBetween(0, 0.9), 0.15),
  seed: withDefault(integer({ min: 0, max: 2 ** 31 - 1 }), 1),
});

const MAX_SOURCES = 16;

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
  },
  refuseUnless(
    ({ weights, sources }) =>
      weights === "none" ||
      sources.some((source) => source.kind === "queue" && source.consensus?.rule === "weighted"),
    wrong("weights", "only the consensus rule weighted gives a posterior; set it in a source"),
  ),
);
export type Recipe = z.output<typeof Recipe>;

/** The rule of a source, with its bounds. */
export function consensusOf({ use, consensus }: QueueSource): Consensus {
  if (consensus) return consensus;
  return { rule: OF_TEXT.includes(use) ? "each" : "majority", minAnswers: 1, minShare: 0.5, minPosterior: 0 };
}
