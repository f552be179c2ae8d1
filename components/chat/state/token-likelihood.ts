import type { ReplyToken } from "./read-reply.ts";

/** How surprising a token is, from 0 (it was nearly sure) to 4 (hardly to be expected). */
export type Surprise = 0 | 1 | 2 | 3 | 4;

/** The least probability of each step of the scale but the last. */
export const SURPRISE_BOUNDS = [0.9, 0.6, 0.3, 0.1] as const;

export function surpriseOf(logprob: number): Surprise {
  const probability = Math.exp(logprob);
  const at = SURPRISE_BOUNDS.findIndex((bound) => probability >= bound);
  return at === 0 || at === 1 || at === 2 || at === 3 ? at : 4;
}

/** `97 %`, `4.2 %`, `0.031 %`, `< 0.001 %` */
export function percentOf(logprob: number): string {
  const percent = 100 * Math.exp(logprob);
  if (percent >= 10) return `${Math.round(percent)} %`;
  if (percent < 0.001) return "< 0.001 %";
  return `${Number(percent.toPrecision(2))} %`;
}

/** A token's text with its spaces to be seen. */
export function visibleToken(text: string): string {
  return text.replaceAll("\n", "↵").replaceAll("\t", "→").replaceAll(" ", "·");
}

/** A token in words: what it is, how likely it was, and what else might have stood there. */
export function tokenText({ text, logprob, top }: ReplyToken): string {
  const others = top.filter((other) => other.text !== text);
  const rest = others.map((other) => `“${visibleToken(other.text)}” ${percentOf(other.logprob)}`).join(", ");
  const said = `“${visibleToken(text)}” ${percentOf(logprob)}`;
  return rest === "" ? said : `${said}; else ${rest}`;
}
