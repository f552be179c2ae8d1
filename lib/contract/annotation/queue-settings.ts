import { refuseUnless } from "#lib/contract/fault.ts";
import {
  anyJson,
  bool,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  oneOf,
  text,
} from "#lib/contract/fields.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/** Whether an item is one call to judge, or two to compare. */
export const QUEUE_KINDS = ["single", "pairwise"] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

/**
 * In which order items are handed out; `priority` means greatest first, then oldest, and `informative` first those whose answer teaches a model of
 * the answers the most, with every fifth at random.
 */
export const ITEM_ORDERS = ["oldest", "random", "priority", "informative"] as const;
export type ItemOrder = (typeof ITEM_ORDERS)[number];

/** What becomes of a skipped item: somebody else gets it, the same annotator gets it again at the end, or nobody does. */
export const SKIP_POLICIES = ["others", "me", "drop"] as const;
export type SkipPolicy = (typeof SKIP_POLICIES)[number];

const MAX_PEOPLE = 1000;
const MAX_REASONS = 20;

const share = finiteNumber.check(
  refuseUnless((value) => value >= 0 && value <= 1, {
    type: "value_error",
    text: "overlap_share must be between 0 and 1",
  }),
);

const agreement = finiteNumber.check(
  refuseUnless((value) => value >= 0 && value <= 1, {
    type: "value_error",
    text: "min_agreement must be between 0 and 1",
  }),
);

/** The settings of a queue as a record shows them. */
export const QUEUE_SETTINGS = {
  kind: oneOf(QUEUE_KINDS),
  /** Answers that an item wants; null for one of everybody. */
  annotatorsPerItem: z.nullable(integer({ min: 1 })),
  /** Share of the items, from 0 to 1, that want so many; the others want one. Null for all of them. */
  overlapShare: z.nullable(finiteNumber),
  /** Who annotates; empty for everyone who may. */
  annotatorIds: list(text()),
  /** Annotators do not see what others said of an item. */
  isBlind: bool,
  itemOrder: oneOf(ITEM_ORDERS),
  /** Annotators see what a model of the answers so far would say, where such a model has proved right. */
  showsSuggestions: bool,
  skipPolicy: oneOf(SKIP_POLICIES),
  skipReasons: list(text()),
  requiresSkipReason: bool,
  /** How long an idle item stays reserved before it returns to the queue. */
  reservationMinutes: integer({ min: 1 }),
  /** Those of `scorer_refs` that an answer must fill. */
  requiredRefs: list(text()),
  /** When fields are asked, and what stands in them at first; at most one for each field. */
  fieldRules: list(
    wireObject({
      fieldRef: text(),
      /** The field whose answer decides whether this one is asked; null where it always is. */
      whenRef: z.nullable(text()),
      /** It is asked where that answer is one of these, or, of several choices, holds one of them. */
      whenValues: list(anyJson),
      /** What stands in it at first, as a proposal that counts once it is submitted; null where nothing does. */
      defaultValue: anyJson,
    }),
  ),
  /** An archived queue keeps everything and still accepts answers, but reserves no new items. */
  isArchived: bool,
  /** Nobody completes an item that has all the answers it wants, by whatever way; where it is false, a bare change of state may. */
  isStrict: bool,
  /** The agreement (Krippendorff's alpha) below which a webhook hears of it; null for none. */
  minAgreement: z.nullable(finiteNumber),
};

/** The same as callers send them: each may be left out or null, which leaves it as it is, or at its default in a new queue. */
export const SENT_QUEUE_SETTINGS = {
  kind: maybe(oneOf(QUEUE_KINDS)),
  /** From 1 to 100; 0 asks everybody for one. */
  annotatorsPerItem: maybe(integer({ min: 0, max: 100 })),
  /** 1 means all items. */
  overlapShare: maybe(share),
  annotatorIds: maybe(list(identifier(), { max: MAX_PEOPLE })),
  isBlind: maybe(bool),
  itemOrder: maybe(oneOf(ITEM_ORDERS)),
  /** Only where single calls are judged. */
  showsSuggestions: maybe(bool),
  skipPolicy: maybe(oneOf(SKIP_POLICIES)),
  skipReasons: maybe(list(label(200), { max: MAX_REASONS })),
  requiresSkipReason: maybe(bool),
  reservationMinutes: maybe(integer({ min: 1, max: 1440 })),
  requiredRefs: maybe(list(identifier(1024), { max: 1000 })),
  /** A field that is not asked is neither required nor may it be answered. */
  fieldRules: maybe(
    list(
      wireObject({
        fieldRef: identifier(1024),
        whenRef: maybe(identifier(1024)),
        whenValues: withDefault(list(anyJson, { max: 100 }), []),
        defaultValue: maybe(anyJson),
      }),
      { max: 1000 },
    ),
  ),
  isArchived: maybe(bool),
  isStrict: maybe(bool),
  /** Above 0 and up to 1; 0 means none. */
  minAgreement: maybe(agreement),
};
