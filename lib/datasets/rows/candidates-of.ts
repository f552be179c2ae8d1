import { parseRef } from "#lib/compat/refs/ref.ts";
import { type Strength, VERDICTS, type Verdict } from "#lib/contract/annotation/preference.ts";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import type { Used } from "#lib/contract/datasets/sources.ts";
import { consensusOf, type DatasetKind, type KeepIf, type Use } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import {
  type Candidate,
  type Draft,
  type EvidenceOf,
  isRefusal,
  type Refusal,
  refusal,
  type SplitUnit,
} from "#lib/datasets/candidate.ts";
import { type Agreed, itemConsensus } from "#lib/datasets/consensus/item-consensus.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";
import { type Conversation, placesOf, readConversation } from "./read-conversation.ts";
import { promptBody, type Reply, ratedBody, replyBody } from "./reply-body.ts";
import {
  correctedPairBody,
  correctedReply,
  judgeReply,
  labelReply,
  pairBody,
  recordedReply,
  wordsOf,
} from "./row-bodies.ts";
import type { Said, SourceItem } from "./source-item.ts";

/** How what was said of the items of a source is used. */
export type SourceFacts = {
  used: Used;
  /** The values of an answer in the form in which they are compared; null where it is none of the field's. */
  read: (value: unknown) => string | number | null;
  /** By item, how probable its values are; only of the rule `weighted`. */
  posteriors: ReadonlyMap<string, ReadonlyMap<string, number>> | null;
  /** The least and the greatest number that the field takes, where it says so. */
  range?: readonly [number, number] | null;
  /** What the number of a person weighs, where the mean of numbers is wanted. */
  weightOf?: ((userId: string) => number) | null;
};

/** Everything that an item of a source comes to, and what binds it to other items; nothing does where it has no conversation. */
export function candidatesOf(
  item: SourceItem,
  known: { source: number; facts: SourceFacts | null; recipe: Recipe; kind: DatasetKind },
): { candidates: Candidate[]; unit: SplitUnit } {
  const { source, facts, recipe, kind } = known;
  const first = readConversation(item.call, recipe);
  const second = item.other ? readConversation(item.other, recipe) : null;
  const outcomes = facts
    ? outcomesOf(item, facts, { first, second, recipe, kind })
    : [recordedDraft(item, first, kind)];
  const missing = teachesAnswer(facts, kind) ? missingIn(item) : NO_MISSING;
  const candidates = outcomes.map((outcome) => ({
    source,
    itemId: item.itemId,
    outcome: withMissingCalls(outcome, missing, recipe),
  }));
  const places = [item.call, item.other].flatMap((call) => (call ? placesOf(call) : []));
  const prompts = [first, second].flatMap((one) => (one && !isRefusal(one) ? `prompt ${one.promptKey}` : []));
  const unit = {
    source,
    itemId: item.itemId,
    addedAt: item.addedAt,
    keys: [...new Set([...places, ...prompts])],
  };
  return { candidates, unit };
}

/** Uses that make the answer, or what people made of it, part of the row. */
const OF_ANSWERS: readonly Use[] = ["approved", "corrections", "corrected", "pairs", "ratings"];

function teachesAnswer(facts: SourceFacts | null, kind: DatasetKind): boolean {
  return facts ? OF_ANSWERS.includes(facts.used.use) : kind !== "prompts";
}

type Missing = { own: number; earlier: number };
const NO_MISSING: Missing = { own: 0, earlier: 0 };

/** Two replies of a pair have the same turns before them. */
function missingIn({ call, other }: SourceItem): Missing {
  return {
    own: (call?.missingCalls ?? 0) + (other?.missingCalls ?? 0),
    earlier: Math.max(call?.earlierCalls ?? 0, other?.earlierCalls ?? 0),
  };
}

/** A row with how many calls its answer rests on that it does not have, or why it is none where the recipe leaves such out. */
export function withMissingCalls(
  outcome: Draft | Refusal,
  { own, earlier }: Missing,
  { onMissingCalls }: Pick<Recipe, "onMissingCalls">,
): Draft | Refusal {
  const missingCalls = own + earlier;
  if (missingCalls === 0 || isRefusal(outcome)) return outcome;
  if (onMissingCalls === "reject") return missesCalls(own, earlier);
  return { ...outcome, missingCalls, earlierCalls: earlier };
}

export function missesCalls(own: number, earlier = 0): Refusal {
  const count = own + earlier;
  const whole = count === 1 ? "1 call" : `${count} calls`;
  if (earlier === 0) return refusal("missing_calls", whole);
  return refusal(
    "missing_calls",
    own === 0 ? `${whole} of earlier turns` : `${whole}, ${earlier} of earlier turns`,
  );
}

/** Where answers are taken one by one, each that was retracted is a rejection beside those that were not. */
function outcomesOf(item: SourceItem, facts: SourceFacts, read: Read): (Draft | Refusal)[] {
  if (item.isOfRun) return [refusal("asked_by_run")];
  if (facts.used.use === "questions") return [questionDraft(item, read.first)];
  const isEach = consensusOf(facts.used).rule === "each" && !item.decision;
  const stop = stopped(item, isEach);
  if (stop) return stop;
  const lost = isEach ? (item.retracted?.length ?? 0) : 0;
  return [...conversed(item, facts, read), ...Array.from({ length: lost }, () => refusal("retracted"))];
}

/** The recorded answer as it is, whatever was said of it; of a dataset of prompts the question alone, since nobody said that the answer is good. */
function recordedDraft(
  item: SourceItem,
  conversation: Conversation | Refusal,
  kind: DatasetKind,
): Draft | Refusal {
  if (isRefusal(conversation)) return conversation;
  const body = kind === "prompts" ? promptBody(conversation) : shaped(kind, recordedReply(conversation));
  return isRefusal(body) ? body : plainDraft(item, "recorded", body);
}

/** The question of an item that people did not turn down, whatever they answered. */
function questionDraft(item: SourceItem, conversation: Conversation | Refusal): Draft | Refusal {
  if (item.isFlagged && !item.decision) return refusal("flagged");
  if (item.isSkipped && !item.decision) return refusal("skipped");
  const body = isRefusal(conversation) ? conversation : promptBody(conversation);
  return isRefusal(body) ? body : plainDraft(item, "questions", body);
}

function plainDraft(item: SourceItem, use: string, body: Draft["body"]): Draft {
  const evidence = callEvidence(item);
  return { rowId: `${item.itemId}/${use}`, body, weight: 1, posterior: null, evidence };
}

function shaped(kind: DatasetKind, reply: Reply | Refusal): Draft["body"] | Refusal {
  return isRefusal(reply) ? reply : replyBody(kind, reply);
}

/** Why an item comes to nothing whatever was said of it. */
function stopped(
  { decision, isFlagged, isSkipped, isOpen = false, said, retracted = [] }: SourceItem,
  isEach: boolean,
): Refusal[] | null {
  if (decision) return null;
  if (isFlagged) return [refusal("flagged")];
  if (isSkipped) return [refusal("skipped")];
  if (said.length > 0) return null;
  return retracted.length === 0
    ? [refusal(isOpen ? "open" : "no_answer")]
    : Array.from({ length: isEach ? retracted.length : 1 }, () => refusal("retracted"));
}

type Read = {
  first: Conversation | Refusal;
  second: Conversation | Refusal | null;
  recipe: Recipe;
  kind: DatasetKind;
};

function conversed(
  item: SourceItem,
  facts: SourceFacts,
  { first, second, recipe, kind }: Read,
): (Draft | Refusal)[] {
  if (isRefusal(first)) return [first];
  if (second && isRefusal(second)) return [second];
  const { use } = facts.used;
  if (use === "corrections")
    return textDrafts(item, facts, (text) => shaped(kind, correctedReply(first, text)));
  if (use === "corrected") return textDrafts(item, facts, (text) => correctedPairBody(first, text));
  const bodyOf: BodyOf = (value, voters) => {
    if (use === "labels")
      return shaped(kind, labelReply(first, value, { ...facts.used, turns: recipe.prompt.turns }));
    if (use === "judge") return shaped(kind, judgeReply(first, value, facts.used));
    if (use === "approved") return shaped(kind, recordedReply(first));
    if (use === "ratings") return rated(kind, recordedReply(first), { value, facts });
    if (!second) return refusal("call_deleted");
    return pairBody(first, second, { verdict: verdictIn(value), strength: strengthOf(voters) });
  };
  return valueDrafts(item, facts, { bodyOf, isWeighted: recipe.weights === "posterior" });
}

type Rating = { value: unknown; facts: SourceFacts };

function rated(kind: DatasetKind, reply: Reply | Refusal, { value, facts }: Rating): Draft["body"] | Refusal {
  if (isRefusal(reply)) return reply;
  const { goodIf } = facts.used;
  const isGood = goodIf && isKept(value, goodIf);
  if (kind === "kto") return ratedBody(reply, { label: isGood === true });
  return ratedBody(reply, { reward: goodIf ? Number(isGood) : scaled(Number(value), facts.range) });
}

/** From 0 to 1 where the field says what the least and the greatest number are; else as it is. */
function scaled(number: number, range: SourceFacts["range"]): number {
  if (!range) return number;
  const [least, greatest] = range;
  return Math.round(((number - least) / (greatest - least)) * 1e6) / 1e6;
}

/** Each of the texts that annotators wrote. */
function textDrafts(
  item: SourceItem,
  { used }: SourceFacts,
  bodyOf: (text: unknown) => Record<string, unknown> | Refusal,
): (Draft | Refusal)[] {
  // A decision is of fields and holds no text, so an item can have one and still nothing to take.
  if (item.said.length === 0) return [refusal("no_answer")];
  return item.said.map(({ value, evidence }) => {
    const body = bodyOf(value);
    if (isRefusal(body)) return body;
    return {
      rowId: `${item.itemId}/${used.use}/${evidence.id}`,
      body,
      weight: 1 / item.said.length,
      posterior: null,
      evidence: [evidence, ...callEvidence(item)],
    };
  });
}

type BodyOf = (value: unknown, voters: readonly Said[]) => Record<string, unknown> | Refusal;
type Wanted = { bodyOf: BodyOf; isWeighted: boolean };

/** What holds of the item by the source's rule. */
function valueDrafts(
  item: SourceItem,
  facts: SourceFacts,
  { bodyOf, isWeighted }: Wanted,
): (Draft | Refusal)[] {
  return heldValues(item, facts).map((held) => {
    if (isRefusal(held)) return held;
    const { agreed, value, voters, evidence } = held;
    const body = bodyOf(value, voters);
    if (isRefusal(body)) return body;
    return {
      rowId: rowIdOf(item, facts, agreed, voters),
      body,
      weight: agreed.share * (isWeighted ? (agreed.posterior ?? 1) : 1),
      posterior: agreed.posterior,
      ...labelOf(facts.used, value, body),
      evidence: [...evidence, ...callEvidence(item)],
    };
  });
}

/** Which of its values a row teaches. */
function labelOf({ use }: SourceFacts["used"], value: unknown, { label }: Draft["body"]): { label?: string } {
  if (use === "labels" || use === "judge") return { label: wordsOf(value) };
  return typeof label === "boolean" ? { label: label ? "good" : "bad" } : {};
}

type Held = { agreed: Agreed; value: unknown; voters: readonly Said[]; evidence: EvidenceOf[] };

/** The values of which the source's rule says that they hold and that are kept, with who said them, or why there is none. */
export function heldValues(
  item: Pick<SourceItem, "itemId" | "said" | "decision">,
  { used, read, posteriors, weightOf = null }: SourceFacts,
): (Held | Refusal)[] {
  const votes = votesOf(item, read);
  const decided = item.decision && textOf(read(item.decision.value));
  const known = {
    values: votes.map(({ text }) => text),
    decided,
    posterior: posteriors?.get(item.itemId) ?? null,
    numbers: weightOf
      ? votes.map(({ text, said }) => ({ value: Number(text), weight: weightOf(said.evidence.userId ?? "") }))
      : null,
  };
  return itemConsensus(known, consensusOf(used)).map((agreed) => {
    if (isRefusal(agreed)) return agreed;
    const voters = agreed.voters.flatMap((place) => votes[place]?.said ?? []);
    const said = weightOf ? Number(agreed.value) : voters[0]?.value;
    const value = decided === null ? said : item.decision?.value;
    if (used.keepIf && !isKept(value, used.keepIf)) return refusal("not_kept", JSON.stringify(value));
    const decision = decided !== null && item.decision ? [item.decision.evidence] : [];
    return { agreed, value, voters, evidence: [...decision, ...voters.map(({ evidence }) => evidence)] };
  });
}

/** The answers that are of the field, as the rules compare them. */
export function votesOf(
  { said }: Pick<SourceItem, "said">,
  read: SourceFacts["read"],
): { said: Said; text: string }[] {
  return said.flatMap((one) => {
    const text = textOf(read(one.value));
    return text === null ? [] : [{ said: one, text }];
  });
}

/** The value of a field as a text that is the same for equal ones. */
export function textOf(value: string | number | null): string | null {
  return value === null ? null : `${value}`;
}

function rowIdOf(
  { itemId }: SourceItem,
  { used }: SourceFacts,
  { share }: Agreed,
  voters: readonly Said[],
): string {
  const field = used.field === undefined ? [] : [parseRef(used.field)?.name ?? used.field];
  const isOneOfMany = consensusOf(used).rule === "each" && (share < 1 || voters.length === 1);
  const answer = isOneOfMany ? voters.slice(0, 1).map(({ evidence }) => evidence.id) : [];
  return [itemId, used.use, ...field, ...answer].join("/");
}

function callEvidence({ call, other }: SourceItem): EvidenceOf[] {
  return [call, other].flatMap((one) => one?.evidence ?? []);
}

function isKept(value: unknown, { eq, in: among, gte, lte }: KeepIf): boolean {
  const same = (one: unknown) => canonicalJson(one) === canonicalJson(value);
  if (eq !== undefined && !same(eq)) return false;
  if (among !== undefined && !among.some(same)) return false;
  if (gte !== undefined && !(typeof value === "number" && value >= gte)) return false;
  return lte === undefined || (typeof value === "number" && value <= lte);
}

/** Decisions hold the verdict alone, answers the whole preference. */
function verdictIn(value: unknown): Verdict {
  const verdict = isDict(value) ? value.verdict : value;
  return VERDICTS.find((known) => known === verdict) ?? "tie";
}

/** Much better where most of those who said so found that. */
function strengthOf(voters: readonly Said[]): Strength {
  const much = voters.filter(({ value }) => isDict(value) && value.strength === "much").length;
  return much * 2 > voters.length ? "much" : "slightly";
}
