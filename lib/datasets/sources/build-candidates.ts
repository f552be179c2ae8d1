import { setImmediate as othersTurn } from "node:timers/promises";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { consensusOf, type DatasetKind } from "#lib/contract/datasets/uses.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Candidate, SplitUnit } from "#lib/datasets/candidate.ts";
import { dawidSkene, type Estimates, sharedItems, type Vote } from "#lib/datasets/consensus/dawid-skene.ts";
import { raterWeights } from "#lib/datasets/consensus/rater-weights.ts";
import { candidatesOf, type SourceFacts, textOf, votesOf } from "#lib/datasets/rows/candidates-of.ts";
import { givenCandidate } from "#lib/datasets/rows/given-rows.ts";
import type { SourceItem } from "#lib/datasets/rows/source-item.ts";
import { threadCandidate } from "#lib/datasets/rows/thread-candidate.ts";
import { Conflict } from "#lib/platform/errors.ts";
import type { ReadItems, ReadSource, ReadThreads } from "./read-sources.ts";

/** How often somebody answered, and how often they are right where that was estimated. */
export type AnnotatorWork = { userId: string; answers: number; accuracy: number | null };

export type BuiltCandidates = {
  candidates: readonly Candidate[];
  units: readonly SplitUnit[];
  /** By their ids. */
  annotators: readonly AnnotatorWork[];
};

/** Half a millisecond, since each request of others needs several turns. */
const ITEMS_AT_A_STRETCH = 15;

type Asked = { kind: DatasetKind; recipe: Recipe };

/** What all items of the sources come to, in the order of the recipe and then of adding. */
export async function buildCandidates(
  sources: readonly ReadSource[],
  asked: Asked,
): Promise<BuiltCandidates> {
  const candidates: Candidate[] = [];
  const units: SplitUnit[] = [];
  const work = new Map<string, AnnotatorWork>();
  for (const source of sources) {
    const said = saidIn(source);
    const { facts, accuracies } = await factsOf(source, said);
    for (const one of said) noteAnswers(work, one.said, accuracies);
    let count = 0;
    for (const made of madeOf(source, facts, asked)) {
      candidates.push(...made.candidates);
      // What models are measured by is never trained on, here or where its rows go.
      units.push(asked.kind === "eval" ? { ...made.unit, isHeldOut: true } : made.unit);
      if (++count % ITEMS_AT_A_STRETCH === 0) await othersTurn();
    }
  }
  const annotators = [...work.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1));
  return { candidates, units, annotators };
}

type Made = { candidates: readonly Candidate[]; unit: SplitUnit };

function* madeOf(read: ReadSource, facts: SourceFacts | null, { kind, recipe }: Asked): Generator<Made> {
  const { index: source } = read;
  if (read.kind === "rows")
    for (const row of read.items) {
      const { candidate, unit } = givenCandidate(row, { source, kind, recipe });
      yield { candidates: [candidate], unit };
    }
  else if (read.kind === "threads")
    for (const thread of read.items) {
      const { candidate, unit } = threadCandidate(thread, { source, facts, recipe });
      yield { candidates: [candidate], unit };
    }
  else for (const item of read.items) yield candidatesOf(item, { source, facts, recipe, kind });
}

/** Something of which people said something. */
type Judged = Pick<SourceItem, "itemId" | "said" | "decision">;

function saidIn(read: ReadSource): readonly Judged[] {
  if (read.kind === "items") return read.items;
  if (read.kind === "rows") return [];
  return read.items.flatMap(({ turns }) =>
    turns.map(({ call, said }) => ({ itemId: call.evidence.id, said, decision: null })),
  );
}

function noteAnswers(
  work: Map<string, AnnotatorWork>,
  said: Judged["said"],
  accuracies: ReadonlyMap<string, number>,
): void {
  for (const { evidence } of said) {
    const userId = evidence.userId ?? "";
    const before = work.get(userId);
    const accuracy = accuracies.get(userId) ?? before?.accuracy ?? null;
    work.set(userId, { userId, answers: (before?.answers ?? 0) + 1, accuracy });
  }
}

type Known = { facts: SourceFacts | null; accuracies: ReadonlyMap<string, number> };

async function factsOf(read: ReadSource, said: readonly Judged[]): Promise<Known> {
  if (read.kind === "rows" || !read.use) return { facts: null, accuracies: new Map() };
  const { used } = read.use;
  const readValue = valueReader(read.use);
  const facts = { used, read: readValue, posteriors: null, range: read.use.field?.range ?? null };
  const { rule } = consensusOf(used);
  if (rule === "mean") return { facts: { ...facts, weightOf: () => 1 }, accuracies: new Map() };
  if (rule !== "weighted") return { facts, accuracies: new Map() };
  if (read.use.field?.isNumber) {
    const weights = numberWeights(read, said, readValue);
    return { facts: { ...facts, weightOf: (userId) => weights.get(userId) ?? 0 }, accuracies: new Map() };
  }
  const { posteriors, accuracies } = await estimate(read, said, readValue);
  return { facts: { ...facts, posteriors }, accuracies };
}

/** What an answer to a source is in the form in which answers are compared. */
export function valueReader({ used, field }: NonNullable<ReadItems["use"]>): SourceFacts["read"] {
  return (value) => field?.read(used.use === "pairs" ? verdictOf(value) : value) ?? null;
}

/** Answers hold the whole preference, decisions the verdict alone. */
function verdictOf(value: unknown): unknown {
  return isDict(value) ? value.verdict : value;
}

/** Whose numbers lie how close to those of others. */
function numberWeights(
  { index }: ReadItems | ReadThreads,
  items: readonly Judged[],
  read: SourceFacts["read"],
): ReadonlyMap<string, number> {
  const ratings = items.flatMap((item) =>
    votesOf(item, read).map(({ said, text }) => ({
      item: item.itemId,
      rater: said.evidence.userId ?? "",
      value: Number(text),
    })),
  );
  const weights = raterWeights(ratings);
  if (!weights && ratings.length > 0) throw noOverlap(index);
  return weights ?? new Map();
}

/** Who is how reliable, from the items that several answered or that were decided. */
async function estimate(
  { index }: ReadItems | ReadThreads,
  items: readonly Judged[],
  read: SourceFacts["read"],
): Promise<Estimates> {
  const votes: Vote[] = items.flatMap((item) =>
    votesOf(item, read).map(({ said, text }) => ({
      item: item.itemId,
      rater: said.evidence.userId ?? "",
      value: text,
    })),
  );
  const known = new Map(
    items.flatMap(({ itemId, decision }): [string, string][] => {
      const text = decision && textOf(read(decision.value));
      return text === null ? [] : [[itemId, text]];
    }),
  );
  if (votes.length > 0 && sharedItems(votes, known) === 0) throw noOverlap(index);
  return dawidSkene(votes, known);
}

function noOverlap(index: number): Conflict {
  return new Conflict(
    `sources.${index} has no item with two answers or a decision, so nobody's reliability can be estimated; use another rule, or let some items be answered by several`,
    { code: "no_overlap" },
  );
}
