import { setImmediate as othersTurn } from "node:timers/promises";
import { consensusOf, type DatasetKind, type Recipe } from "#lib/contract/datasets/recipe.ts";
import { isDict } from "#lib/contract/fields.ts";
import type { Candidate, SplitUnit } from "#lib/datasets/candidate.ts";
import { dawidSkene, type Estimates, sharedItems, type Vote } from "#lib/datasets/consensus/dawid-skene.ts";
import { candidatesOf, type SourceFacts, textOf, votesOf } from "#lib/datasets/rows/candidates-of.ts";
import { givenCandidate } from "#lib/datasets/rows/given-rows.ts";
import { Conflict } from "#lib/platform/errors.ts";
import type { ReadQueue, ReadSource } from "./read-sources.ts";

/** How often somebody answered, and how often they are right where that was estimated. */
export type AnnotatorWork = { userId: string; answers: number; accuracy: number | null };

export type BuiltCandidates = {
  candidates: readonly Candidate[];
  units: readonly SplitUnit[];
  /** By their ids. */
  annotators: readonly AnnotatorWork[];
};

const ITEMS_AT_A_STRETCH = 100;

/** What all items of the sources come to, in the order of the recipe and then of adding. */
export async function buildCandidates(
  sources: readonly ReadSource[],
  { kind, recipe }: { kind: DatasetKind; recipe: Recipe },
): Promise<BuiltCandidates> {
  const candidates: Candidate[] = [];
  const units: SplitUnit[] = [];
  const work = new Map<string, AnnotatorWork>();
  for (const source of sources) {
    if (source.kind === "rows")
      for (const row of source.rows) {
        const { candidate, unit } = givenCandidate(row, { source: source.index, kind });
        candidates.push(candidate);
        units.push(unit);
      }
    else
      for await (const made of queueCandidates(source, recipe, work)) {
        candidates.push(...made.candidates);
        units.push(made.unit);
      }
  }
  const annotators = [...work.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1));
  return { candidates, units, annotators };
}

async function* queueCandidates(source: ReadQueue, recipe: Recipe, work: Map<string, AnnotatorWork>) {
  const { facts, accuracies } = await factsOf(source);
  for (const [index, item] of source.items.entries()) {
    if (index % ITEMS_AT_A_STRETCH === ITEMS_AT_A_STRETCH - 1) await othersTurn();
    yield candidatesOf(item, facts, recipe);
    for (const { evidence } of item.said) noteAnswer(work, evidence.userId ?? "", accuracies);
  }
}

function noteAnswer(
  work: Map<string, AnnotatorWork>,
  userId: string,
  accuracies: ReadonlyMap<string, number>,
): void {
  const before = work.get(userId);
  const accuracy = accuracies.get(userId) ?? before?.accuracy ?? null;
  work.set(userId, { userId, answers: (before?.answers ?? 0) + 1, accuracy });
}

type Known = { facts: SourceFacts; accuracies: ReadonlyMap<string, number> };

async function factsOf(read: ReadQueue): Promise<Known> {
  const { index, source } = read;
  const readValue = valueReader(read);
  const facts = { index, source, read: readValue, posteriors: null };
  if (consensusOf(source).rule !== "weighted") return { facts, accuracies: new Map() };
  const { posteriors, accuracies } = await estimate(read, readValue);
  return { facts: { ...facts, posteriors }, accuracies };
}

/** What an answer to a source is in the form in which answers are compared. */
export function valueReader({ source, field }: Pick<ReadQueue, "source" | "field">): SourceFacts["read"] {
  return (value) => field?.read(source.use === "pairs" ? verdictOf(value) : value) ?? null;
}

/** Answers hold the whole preference, decisions the verdict alone. */
function verdictOf(value: unknown): unknown {
  return isDict(value) ? value.verdict : value;
}

/** Who is how reliable, from the items that several answered or that were decided. */
async function estimate({ index, items }: ReadQueue, read: SourceFacts["read"]): Promise<Estimates> {
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
  if (votes.length > 0 && sharedItems(votes, known) === 0)
    throw new Conflict(
      `sources.${index} has no item with two answers or a decision, so nobody's reliability can be estimated; use majority or each, or let some items be answered by several`,
      { code: "no_overlap" },
    );
  return dawidSkene(votes, known);
}
