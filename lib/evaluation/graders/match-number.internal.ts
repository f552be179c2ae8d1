import type { NumberMatch } from "#lib/contract/evaluation/grader.ts";
import { Unscored } from "./grade-result.ts";
import { renderTemplate, type Variables } from "./render-template.ts";

/** 1 where the text's number is near enough to that of the reference, else 0; also where the text has no number. */
export function matchNumber(grader: NumberMatch, variables: Variables): number {
  const wantedText = renderTemplate(grader.reference, variables);
  // A worked solution ends with its result.
  const wanted = onlyNumber(wantedText) ?? pickNumber(wantedText, "last");
  if (wanted === null)
    throw new Unscored("invalid_reference", `The reference "${wantedText.slice(0, 100)}" has no number`);
  const found = pickNumber(renderTemplate(grader.input, variables), grader.pick);
  if (found === null) return 0;
  const allowed = Math.max(grader.tolerance, grader.relativeTolerance * Math.abs(wanted));
  // 0.3 is 0.1 away from 0.2 but for its last bit.
  return Number(Math.abs(found - wanted) <= allowed + Number.EPSILON * Math.max(1, Math.abs(wanted)));
}

/** Digits, with a comma before each three of them or without, a fraction, an exponent. */
const UNSIGNED = String.raw`(?:(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?`;
/** In a text: not the end of a word or of another number, as in `A4` and `1.2.3`. */
const NUMBER = new RegExp(String.raw`(?<![\p{L}\p{N}_.,])[-+\u2212]?${UNSIGNED}`, "gu");
const ONLY_NUMBER = new RegExp(String.raw`^[-+\u2212]?${UNSIGNED}$`, "u");

function pickNumber(text: string, pick: NumberMatch["pick"]): number | null {
  if (pick === "only") return onlyNumber(text);
  const numbers = [...text.matchAll(NUMBER)];
  const [chosen] = (pick === "last" ? numbers.at(-1) : numbers[0]) ?? [];
  return chosen === undefined ? null : readNumber(chosen);
}

/** Of a text that is a number, perhaps with the sign of its unit and a full stop. */
function onlyNumber(text: string): number | null {
  const bare = text
    .trim()
    .replace(/^[$€£¥]/, "")
    .replace(/\.$/, "")
    .replace(/[%€]$/, "")
    .trim();
  return ONLY_NUMBER.test(bare) ? readNumber(bare) : null;
}

function readNumber(text: string): number | null {
  const value = Number(text.replaceAll(",", "").replace("\u2212", "-"));
  return Number.isFinite(value) ? value : null;
}
