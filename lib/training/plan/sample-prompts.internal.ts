const MAX_PROMPTS = 3;
/** Tokens of the context left for a sample's completion. */
const ROOM = 32;

/** The first different prompts that leave room to answer them. */
export function samplePrompts(
  prompts: Iterable<readonly number[]>,
  contextLength: number,
): (readonly number[])[] {
  const chosen = new Map<string, readonly number[]>();
  for (const prompt of prompts) {
    if (chosen.size === MAX_PROMPTS) break;
    if (prompt.length > 0 && prompt.length + ROOM <= contextLength) chosen.set(prompt.join(), prompt);
  }
  return [...chosen.values()];
}
