import { openTokenizer } from "#lib/engine/text/open-tokenizer.ts";
import { WORD_PATTERN } from "#lib/engine/text/train-bpe.ts";
import type { Exercise } from "./exercise.ts";
import { ADDED_TOKENS } from "./model/text-files.ts";
import { renderExercise } from "./render.ts";

/** Tokens of a conversation, and which of them the assistant writes. */
export type EncodedExercise = { readonly tokenIds: readonly number[]; readonly isReply: readonly boolean[] };

export type Encode = (exercise: Exercise) => EncodedExercise;

/** Encodes with the vocabulary in `folder`. Each word is looked at once, which makes a whole corpus quick. */
export async function openEncoder(folder: string): Promise<Encode> {
  const tokenizer = await openTokenizer(folder);
  const known = new Map<string, readonly number[]>();
  const idsOf = (word: string) => {
    const ids = known.get(word) ?? tokenizer.encode(word);
    known.set(word, ids);
    return ids;
  };
  return (exercise) => {
    const tokenIds: number[] = [];
    const isReply: boolean[] = [];
    for (const piece of renderExercise(exercise)) {
      for (const word of wordsOf(piece.text)) tokenIds.push(...idsOf(word));
      while (isReply.length < tokenIds.length) isReply.push(piece.isReply);
    }
    return { tokenIds, isReply };
  };
}

const WORDS = new RegExp(WORD_PATTERN, "gu");
const ADDED = new Set(ADDED_TOKENS.map(({ content }) => content));
const ADDED_PATTERN = new RegExp(
  `(${[...ADDED].map((content) => content.replaceAll("|", "\\|")).join("|")})`,
);

/** The pieces that the tokenizer looks at one by one. */
function* wordsOf(text: string): Iterable<string> {
  for (const stretch of text.split(ADDED_PATTERN))
    if (ADDED.has(stretch)) yield stretch;
    else for (const [word] of stretch.matchAll(WORDS)) yield word;
}
