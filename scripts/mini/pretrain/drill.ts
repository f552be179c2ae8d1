import { VOCAB_SIZE } from "../model/shape.ts";
import { FIRST_TEXT_TOKEN } from "../model/text-files.ts";
import type { Random } from "../random.ts";

/**
 * Random tokens, then the same again: only looking back predicts the repetition, so that the heads that copying needs form early (Olsson et al.,
 * "In-context learning and induction heads", 2022). Only the repetition counts, for the first run cannot be known.
 */
export function drawDrill(random: Random): { tokenIds: number[]; weights: number[] } {
  const once = Array.from({ length: random.integer(6, 40) }, () =>
    random.integer(FIRST_TEXT_TOKEN, VOCAB_SIZE - 1),
  );
  const between = Array.from({ length: random.integer(0, 6) }, () =>
    random.integer(FIRST_TEXT_TOKEN, VOCAB_SIZE - 1),
  );
  const from = random.integer(0, once.length - 4);
  const again = once.slice(from);
  const tokenIds = [...once, ...between, ...again];
  const start = once.length + between.length;
  return { tokenIds, weights: tokenIds.map((_, at) => (at > start ? 1 : 0)) };
}
