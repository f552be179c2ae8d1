import { percentileOf } from "../bench-engine/statistics.ts";
import { table, takenAt } from "../bench-engine/write-section.ts";
import type { MeasuredTokens } from "./measure-tokens.ts";
import type { Outcome } from "./try-schema.ts";

export type Tried = { readonly name: string; readonly outcomes: readonly Outcome[] };

export function schemaReport(tried: readonly Tried[], { perToken, refusals }: MeasuredTokens): string[] {
  return [
    ...takenAt("npm run schemas"),
    "Bytes are drawn by chance among those that a schema's constraint allows, 30 replies for each schema; `ajv` checks each that",
    "comes to its end. Values that the suite lists as valid are read byte by byte, with objects as open as the standard has them;",
    "those that are missed are mostly formats that the suite's main part takes for notes, and spellings that `format` is narrower than.",
    "",
    ...table(
      ["Schemas", "Number", "Held", "Refused by name", "Violated", "Replies checked", "Listed values taken"],
      tried.map(rowOf),
    ),
    "",
    "What a token costs while replies are drawn under schemas of tools: the list of all tokens that may come, and the answer for one token. A",
    "list is kept for its place in the text. Sampling asks for single tokens first, and for the list where 32 of them were not allowed.",
    "",
    ...table(
      ["Vocabulary", "List, median", "List, 95 %", "One token, median", "One token, 95 %"],
      perToken.map(({ vocabulary, masks, questions }) => [
        vocabulary,
        ...[masks, questions].flatMap((times) =>
          [0.5, 0.95].map((share) => `${percentileOf(times, share).toFixed(1)} µs`),
        ),
      ]),
    ),
    "",
    `Small schemas that explode are refused after ${Math.max(...refusals).toFixed(0)} ms at most (${refusals.length} of them).`,
  ];
}

function rowOf({ name, outcomes }: Tried): string[] {
  const held = outcomes.filter(({ refusal }) => refusal === null);
  const count = (of: (outcome: Outcome) => number) => held.reduce((sum, outcome) => sum + of(outcome), 0);
  const share = (part: number, whole: number) =>
    `${part} (${((100 * part) / Math.max(whole, 1)).toFixed(1)} %)`;
  const listed = count((outcome) => outcome.listed);
  return [
    name,
    String(outcomes.length),
    share(held.length, outcomes.length),
    share(outcomes.length - held.length, outcomes.length),
    String(held.filter(({ misfits }) => misfits.length > 0).length),
    String(count(({ replies }) => replies)),
    listed === 0 ? "–" : share(listed - count(({ missed }) => missed.length), listed),
  ];
}
