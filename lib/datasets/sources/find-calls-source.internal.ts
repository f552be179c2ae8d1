import type { Ctx } from "#lib/access/context.ts";
import { findEvidenceField, reactionField } from "#lib/annotation/evidence/find-evidence-field.ts";
import { REACTION_TYPE } from "#lib/annotation/evidence/said-of-calls.ts";
import type {
  CallsSource,
  FeedbackSource,
  Opinion,
  Selection,
  ThreadsSource,
  Used,
  VotesSource,
} from "#lib/contract/datasets/sources.ts";
import { consensusOf, type DatasetKind } from "#lib/contract/datasets/uses.ts";
import type { Sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { callConditions } from "#lib/traces/calls/call-conditions.ts";
import type { CheckedSource, Said } from "./checked-source.ts";
import { isWrong, otherKind, unfitRating, unfitRule, unfitUse, type Wrong } from "./wrong-source.internal.ts";

type Place = Pick<Ctx, "db" | "project" | "actor">;
type OfCalls = CallsSource | ThreadsSource | FeedbackSource | VotesSource;
type Asked = { kind: DatasetKind; index: number; source: OfCalls };

/** A source of calls with the condition on them and what is asked of their feedback, or what is wrong with it. */
export async function findCallsSource(
  place: Place,
  { kind, index, source }: Asked,
): Promise<CheckedSource | Wrong> {
  const condition = selectedCalls(place, source);
  if (isWrong(condition)) return condition;
  if (source.kind === "votes") {
    const unfit =
      kind === "preference"
        ? unfitRule(null, consensusOf({ use: "pairs", ...consensusIn(source) }).rule)
        : otherKind("preference", kind);
    if (unfit) return unfit;
    return { kind: "votes", index, condition, used: { use: "pairs", ...consensusIn(source) } };
  }
  if (source.kind === "feedback") {
    const said = unfitUse(kind, source.use) ?? (await saidIn(place, source, []));
    if (isWrong(said)) return said;
    return unfitRating(kind, said.used, said.field) ?? { kind: "feedback", index, condition, said };
  }
  if (!KINDS_OF[source.kind].includes(kind)) return otherKind("sft", kind);
  const { feedback } = source;
  if (!feedback) return { kind: source.kind, index, condition, said: null };
  const said = await saidIn(place, { use: "approved", ...feedback }, ["feedback"]);
  return isWrong(said) ? said : { kind: source.kind, index, condition, said };
}

/** What calls and threads can be rows of: of a thread, many replies are learned at once. */
const KINDS_OF: { [K in "calls" | "threads"]: readonly DatasetKind[] } = {
  calls: ["sft", "prompts", "eval"],
  threads: ["sft"],
};

function consensusIn({ consensus }: VotesSource): Pick<Used, "consensus"> {
  return consensus ? { consensus } : {};
}

function selectedCalls(place: Place, { filter, query }: Selection): Sql | Wrong {
  try {
    return callConditions(place, { filter, query });
  } catch (error) {
    if (error instanceof Rejected) return { at: ["query"], text: error.message };
    throw error;
  }
}

async function saidIn(
  place: Place,
  asked: Used & Pick<Opinion, "reaction">,
  at: readonly string[],
): Promise<Said | Wrong> {
  const { reaction, ...used } = asked;
  if (reaction !== undefined) {
    const unfit = unfitRule(null, consensusOf(used).rule);
    if (unfit) return { ...unfit, at: [...at, ...unfit.at] };
    const emoji = reaction.replace(SKIN_TONES, "");
    const emojis = [...new Set([emoji, ...THUMBS])];
    return {
      used: {
        ...used,
        field: REACTION_TYPE,
        // Another reaction approves nothing, and says that a reply is not good.
        ...(used.use === "ratings" ? { goodIf: { eq: emoji } } : { keepIf: { eq: emoji } }),
      },
      wanted: { kind: "reaction", emojis },
      field: reactionField(REACTION_TYPE, emojis),
    };
  }
  if (used.field === undefined) return { used, wanted: { kind: "correction" }, field: null };
  const field = await findEvidenceField(place, used.field);
  if (!field)
    return {
      at: [...at, "field"],
      text: `${used.field} is not a field with comparable answers in the project`,
    };
  const unfit = unfitRule(field, consensusOf(used).rule);
  if (unfit) return { ...unfit, at: [...at, ...unfit.at] };
  return { used, wanted: { kind: "field", refs: field.refs }, field };
}

const SKIN_TONES = /[\u{1F3FB}-\u{1F3FF}]/gu;
/** A thumb takes back another reaction that meant the same. */
const THUMBS = ["👍", "👎"];
