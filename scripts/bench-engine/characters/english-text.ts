import fs from "node:fs";
import * as z from "zod/mini";
import { sampleFile } from "#lib/testing/data/sample-data.ts";

/** What is trained on, what is held out, and every character of either in the order of its token id. */
export type EnglishText = {
  readonly trained: string;
  readonly held: string;
  readonly characters: readonly string[];
};

const DIALOGUES = "sgd-dialogues.jsonl";
const PROBLEMS = "gsm8k-train.jsonl";

/** Of each kind, so that both parts have all that the text is about. */
const HELD_EVERY = 10;

const Dialogue = z.object({ turns: z.array(z.object({ text: z.string() })) });
const Problem = z.object({ question: z.string() });

/**
 * English that people wrote: service dialogues, one turn per line and without the speakers' names, and problems in words without their answers. An
 * empty line stands between them. Null where the sample data are not on this machine.
 */
export function readEnglishText(): EnglishText | null {
  const [dialogues, problems] = [sampleFile(DIALOGUES), sampleFile(PROBLEMS)];
  if (dialogues === null || problems === null) return null;
  return splitText([
    linesOf(dialogues).map((line) =>
      Dialogue.parse(line)
        .turns.map(({ text }) => text)
        .join("\n"),
    ),
    linesOf(problems).map((line) => Problem.parse(line).question),
  ]);
}

/** Holds out every tenth text of each kind. */
export function splitText(kinds: readonly (readonly string[])[]): EnglishText {
  const isHeld = (at: number) => at % HELD_EVERY === HELD_EVERY - 1;
  const joined = (wanted: (at: number) => boolean) =>
    kinds.flatMap((texts) => texts.filter((_, at) => wanted(at)).map((text) => `${text}\n\n`)).join("");
  const [trained, held] = [joined((at) => !isHeld(at)), joined(isHeld)];
  return { trained, held, characters: [...new Set(trained + held)].sort() };
}

function linesOf(file: string): unknown[] {
  const lines = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line): unknown => JSON.parse(line));
}
