import type { SecretKind } from "#lib/contract/datasets/recipe.ts";
import { isDict } from "#lib/contract/fields.ts";
import { PATTERNS } from "./secret-patterns.ts";

/** The text with each secret of these kinds as `<KIND>`, and which kinds there were. */
export function maskSecrets(
  text: string,
  kinds: readonly SecretKind[],
): { text: string; found: Set<SecretKind> } {
  const found = new Set<SecretKind>();
  let masked = text;
  for (const { kind, find, holds = () => true } of PATTERNS)
    if (kinds.includes(kind))
      masked = masked.replace(find, (match) => {
        if (!holds(match)) return match;
        found.add(kind);
        return maskOf(kind);
      });
  return { text: masked, found };
}

function maskOf(kind: SecretKind): string {
  return `<${kind.toUpperCase()}>`;
}

/** The same for every text of a value, however deep it lies, also where it is written with escapes of JSON or in several parts of a message. Keys stay. */
export function maskSecretsIn(
  value: unknown,
  kinds: readonly SecretKind[],
): { value: unknown; found: Set<SecretKind> } {
  const found = new Set<SecretKind>();
  const maskText = (text: string): string => {
    const masked = maskSecrets(text, kinds);
    for (const kind of masked.found) found.add(kind);
    return isEscapedJson(masked.text) ? masked.text.replace(ESCAPED, maskLiteral) : masked.text;
  };
  const maskLiteral = (literal: string): string => {
    const text: unknown = literal.includes("\\") ? JSON.parse(literal) : null;
    if (typeof text !== "string") return literal;
    const masked = maskText(text);
    return masked === text ? literal : JSON.stringify(masked);
  };
  const mask = (one: unknown): unknown => {
    if (typeof one === "string") return maskText(one);
    if (Array.isArray(one)) return maskAcross(one.map(mask), kinds, found);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, mask(inner)]));
  };
  return { value: mask(value), found };
}

/** A text of JSON. */
const ESCAPED = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** Whether it is JSON, as the arguments of a call are, in which a letter may be written as an escape. */
function isEscapedJson(text: string): boolean {
  if (!text.includes("\\") || !/^\s*["{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Masks what begins in one text of a message's parts and ends in a later one: readers may join them. */
function maskAcross(parts: unknown[], kinds: readonly SecretKind[], found: Set<SecretKind>): unknown[] {
  const texts = parts.flatMap((part) => (isTextPart(part) ? [part.text] : []));
  if (texts.length < 2 || texts.length !== parts.length) return parts;
  let masked = texts;
  // Digits that meet by chance look like a number of a phone more often than like one with check digits.
  for (const { kind, find, holds = () => true } of PATTERNS) {
    if (!kinds.includes(kind) || kind === "phone") continue;
    const matches = [...masked.join("").matchAll(find)].filter(([match]) => holds(match));
    const ranges = acrossTexts(
      masked,
      matches.map(({ 0: match, index }) => ({ from: index, to: index + match.length })),
    );
    if (ranges.length === 0) continue;
    masked = cutOut(masked, ranges, maskOf(kind));
    found.add(kind);
  }
  return masked === texts ? parts : parts.map((part, at) => ({ ...Object(part), text: masked[at] }));
}

function isTextPart(part: unknown): part is { text: string } {
  return isDict(part) && typeof part.text === "string";
}

/** A part of what texts are together. */
type Range = { from: number; to: number };

/** Those of the ranges, in order, that do not lie within one text; such a text was looked at by itself. */
function acrossTexts(texts: readonly string[], ranges: readonly Range[]): Range[] {
  let [at, end] = [0, texts[0]?.length ?? 0];
  return ranges.filter(({ from, to }) => {
    while (end <= from && at + 1 < texts.length) {
      at += 1;
      end += texts[at]?.length ?? 0;
    }
    return to > end;
  });
}

/** The texts without these ranges of what they are together, which come in order; the mask stands where each began. */
function cutOut(texts: readonly string[], ranges: readonly Range[], mask: string): string[] {
  let [start, next] = [0, 0];
  return texts.map((text) => {
    const end = start + text.length;
    let [kept, at] = ["", start];
    for (let range = ranges[next]; range && range.from < end; range = ranges[next]) {
      if (range.from >= start) kept += text.slice(at - start, range.from - start) + mask;
      at = Math.min(range.to, end);
      if (range.to > end) break;
      next += 1;
    }
    kept += text.slice(at - start);
    start = end;
    return kept;
  });
}
