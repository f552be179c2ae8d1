import { refuseUnless } from "#lib/contract/fault.ts";
import { bool, identifier, oneOf, storable, text } from "#lib/contract/fields.ts";
import { Query } from "#lib/contract/query.ts";
import { CALL_FILTER } from "#lib/contract/traces/call-fields.ts";
import { closedObject, maybe, oneOfKinds, type WireSchema } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { Consensus, KeepIf, OF_FIELD, OF_TEXT, USES, VALUE_MARK, wrong } from "./uses.ts";

/** Where a recipe takes its rows from. */

const USED = {
  use: oneOf(USES),
  /** Reference of the field, in any of its versions. */
  field: maybe(identifier(1024)),
  keepIf: maybe(KeepIf),
  /** Of `ratings`: which values make a reply a good one; all others make it a bad one. Where a reward is wanted, good is 1 and bad is 0. */
  goodIf: maybe(KeepIf),
  /** Of `labels`: the reply, with the value at `{{value}}`. */
  replyTemplate: maybe(text({ max: 10_000 })),
  /** Of `judge`: what the judge is asked about the conversation and its answer. */
  question: maybe(text({ min: 1, max: 2000 })),
  consensus: maybe(Consensus),
};
/** How the answers of a source are used. */
export type Used = z.output<WireSchema<typeof USED>>;

const APPROVES = 'say which values approve an answer, such as {"eq": true} or {"gte": 4}';

/** What does not fit together, whatever the source. */
const FITTING = [
  refuseUnless(
    ({ use, goodIf }: Used) => use === "ratings" || goodIf === undefined,
    wrong("good_if", "only ratings say how good a reply is; leave it out"),
  ),
  refuseUnless(
    ({ use, keepIf }: Used) => OF_FIELD.includes(use) || keepIf === undefined,
    wrong("keep_if", `only ${OF_FIELD.join(" and ")} have values to choose from; leave it out`),
  ),
  refuseUnless(
    ({ use, field }: Used) => OF_FIELD.includes(use) || field === undefined,
    wrong("field", `only ${OF_FIELD.join(" and ")} use a field; leave it out`),
  ),
  refuseUnless(
    ({ use, replyTemplate }: Used) => use === "labels" || replyTemplate === undefined,
    wrong("reply_template", "only labels have a template; leave it out"),
  ),
  refuseUnless(
    ({ use, question }: Used) => (use === "judge") === (question !== undefined),
    wrong("question", "a judge needs the question that it is asked, and no other use has one"),
  ),
  refuseUnless(
    ({ replyTemplate = VALUE_MARK }: Used) => replyTemplate.includes(VALUE_MARK),
    wrong("reply_template", `put ${VALUE_MARK} where the value belongs`),
  ),
  refuseUnless(
    ({ use, consensus }: Used) =>
      !OF_TEXT.includes(use) || consensus === undefined || consensus.rule === "each",
    wrong("consensus", `texts are not compared, so ${OF_TEXT.join(" and ")} take each of them; leave it out`),
  ),
  refuseUnless(
    ({ use, consensus }: Used) => use !== "questions" || consensus === undefined,
    wrong("consensus", "questions are taken whatever was said of them; leave it out"),
  ),
];

export const QueueSource = closedObject(
  {
    kind: oneOf(["queue"]),
    queueId: identifier(),
    ...USED,
    /** Whether items about which a reinforcement run asked are taken like all others. Without it they become no rows. */
    takesRunItems: maybe(bool),
  },
  refuseUnless(
    ({ use, field }) => !OF_FIELD.includes(use) || field !== undefined,
    wrong("field", "name the field of the queue whose values are used"),
  ),
  refuseUnless(({ use, keepIf }) => use !== "approved" || keepIf !== undefined, wrong("keep_if", APPROVES)),
  ...FITTING,
);
export type QueueSource = z.output<typeof QueueSource>;

/** Rows as a training file has them; of a file of the project that was uploaded. */
export const UploadSource = closedObject({ kind: oneOf(["upload"]), fileId: identifier() });
export type UploadSource = z.output<typeof UploadSource>;

/** The rows of a version of a dataset of the project, or of one that a program published there. What it holds out stays held out. */
export const VersionSource = closedObject({ kind: oneOf(["version"]), ref: identifier(1024) });
export type VersionSource = z.output<typeof VersionSource>;

/** An emoji; skin tones make no difference. */
const emoji = storable(text({ max: 32 }).check(z.regex(/^[^\p{L}\s]+$/u)));

/** Which calls: those that pass the filter and the query, as in a list of calls. What is selected there is `call_ids` or `thread_ids`. */
const SELECTION = {
  filter: maybe(
    closedObject(
      CALL_FILTER,
      refuseUnless((filter) => Object.values(filter).some((one) => one !== undefined), {
        type: "value_error",
        text: "name at least one condition, such as call_ids, or leave the filter out",
      }),
    ),
  ),
  query: maybe(Query),
};
export type Selection = z.output<WireSchema<typeof SELECTION>>;

/** What people must have said of a call: the reaction that each gave last, or a value of a field. */
const Opinion = closedObject(
  {
    reaction: maybe(emoji),
    field: maybe(identifier(1024)),
    keepIf: maybe(KeepIf),
    consensus: maybe(Consensus),
  },
  refuseUnless(
    ({ reaction, field }) => (reaction === undefined) !== (field === undefined),
    wrong("reaction", "name a reaction or a field, and not both"),
  ),
  refuseUnless(
    ({ reaction, field, keepIf }) =>
      (keepIf === undefined) === (reaction !== undefined || field === undefined),
    wrong("keep_if", 'say which values of the field are meant, such as {"eq": true}; a reaction has none'),
  ),
);
export type Opinion = z.output<typeof Opinion>;

const RECORDED = { ...SELECTION, feedback: maybe(Opinion) };
const isChosen = refuseUnless(
  ({ filter, query, feedback }: { filter?: unknown; query?: unknown; feedback?: unknown }) =>
    filter !== undefined || query !== undefined || feedback !== undefined,
  wrong("filter", "say which calls: by filter, by query, or by the feedback that they have"),
);

/** Recorded answers as the replies to learn, of all calls that are meant or of those that people approved. */
export const CallsSource = closedObject({ kind: oneOf(["calls"]), ...RECORDED }, isChosen);
export type CallsSource = z.output<typeof CallsSource>;

/** Whole threads, of which a call is meant. With `feedback`, a row ends before the first turn that nobody approved. */
export const ThreadsSource = closedObject({ kind: oneOf(["threads"]), ...RECORDED }, isChosen);
export type ThreadsSource = z.output<typeof ThreadsSource>;

/** What people said of calls outside of queues. */
export const FeedbackSource = closedObject(
  { kind: oneOf(["feedback"]), ...SELECTION, ...USED, reaction: maybe(emoji) },
  refuseUnless(
    ({ use }) => use !== "pairs",
    wrong("use", "pairs outside of queues are a source of the kind votes"),
  ),
  refuseUnless(
    ({ use }) => use !== "questions",
    wrong("use", "questions outside of queues are a source of the kind calls"),
  ),
  refuseUnless(
    ({ use, field, reaction }) =>
      !OF_FIELD.includes(use) || (field === undefined) !== (reaction === undefined),
    wrong("field", "name the field whose values are used, or a reaction, and not both"),
  ),
  refuseUnless(
    ({ use, reaction }) => use === "approved" || use === "ratings" || reaction === undefined,
    wrong("reaction", "a reaction only says whether an answer is good; leave it out"),
  ),
  refuseUnless(
    ({ reaction, keepIf }) => reaction === undefined || keepIf === undefined,
    wrong("keep_if", "the reaction says what is kept; leave it out"),
  ),
  refuseUnless(
    ({ reaction, goodIf }) => reaction === undefined || goodIf === undefined,
    wrong("good_if", "the reaction says what is good; leave it out"),
  ),
  refuseUnless(
    ({ use, reaction, keepIf }) => use !== "approved" || reaction !== undefined || keepIf !== undefined,
    wrong("keep_if", APPROVES),
  ),
  ...FITTING,
);
export type FeedbackSource = z.output<typeof FeedbackSource>;

/** Which of two answers people preferred outside of queues, as in the playground. The calls that are meant are the first ones of pairs. */
export const VotesSource = closedObject({
  kind: oneOf(["votes"]),
  ...SELECTION,
  consensus: maybe(Consensus),
});
export type VotesSource = z.output<typeof VotesSource>;

export type Source =
  | QueueSource
  | CallsSource
  | ThreadsSource
  | FeedbackSource
  | VotesSource
  | UploadSource
  | VersionSource;
export const Source: z.Schema<Source> = oneOfKinds<Source>({
  queue: QueueSource,
  calls: CallsSource,
  threads: ThreadsSource,
  feedback: FeedbackSource,
  votes: VotesSource,
  upload: UploadSource,
  version: VersionSource,
});
