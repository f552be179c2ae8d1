import { tokenize } from "@huggingface/jinja";
import { isJsonObject } from "#lib/engine/port/json-object.ts";

/** Marks callers' texts, so that a control token of the template can be distinguished from the same characters in their text. */
export type CallersText = <T>(sent: T) => Marked<T>;

export type Marked<T> = {
  /** The sent value, with a mark in each place where a control token might begin. */
  readonly value: T;
  /** The rendered text without the marks. */
  plain(rendered: string): string;
  /** The same in pieces that are to be encoded one by one: what looks like a control token and was sent is cut in two. */
  pieces(rendered: string): string[];
};

/** A Unicode noncharacter. If a caller's text contains it, the mark repeats it more often. */
const MARK = "\ufdd0";

/**
 * Puts a mark after each character that begins a control token, so that no template can turn the text into one, not even by removing
 * words or joining texts. Words that the template itself looks for (`</think>`) get no mark, or it would not find them. A token of one
 * character is left alone: encoded as text it is the same token.
 */
export function callersText(controlTexts: readonly string[], templateTexts: readonly string[]): CallersText {
  const controls = [...new Set(controlTexts)].filter((text) => [...text].length > 1);
  const heads = new Set(controls.map(headOf));
  const head = oneOf([...heads]);
  const sought = wordsSought(templateTexts, heads, controls);
  const begins = new RegExp(sought.length > 0 ? `(?!${oneOf(sought)})${head}` : head, "gu");
  return (sent) => {
    const texts = textsIn(sent);
    const isMarked = heads.size > 0 && texts.some((text) => text.search(begins) >= 0);
    if (!isMarked) return { value: sent, plain: (text) => text, pieces: (text) => [text] };
    const mark = MARK.repeat(longestRun(texts) + 1);
    const plain = (rendered: string) => rendered.replaceAll(mark, "");
    const forged = new RegExp(
      `${mark}(?=${controls.map((text) => tailPattern(text, heads, mark)).join("|")})`,
      "u",
    );
    return {
      value: mapTexts(sent, (text) => text.replace(begins, `$&${mark}`)),
      plain,
      pieces: (rendered) => rendered.split(forged).map(plain),
    };
  };
}

/** All texts of a template's expressions, its own words and those that it looks for. */
export function textsOfTemplate(source: string): string[] {
  return tokenize(source).flatMap(({ type, value }) => (type === "StringLiteral" ? [value] : []));
}

/** The words that a template may look for, from a head on; never the beginning of a control token. */
function wordsSought(
  templateTexts: readonly string[],
  heads: ReadonlySet<string>,
  controls: readonly string[],
): string[] {
  const words = templateTexts.flatMap((text) => {
    const characters = [...text];
    return characters.flatMap((character, i) => (heads.has(character) ? [characters.slice(i).join("")] : []));
  });
  const begins = (word: string) =>
    controls.some((control) => control.startsWith(word) || word.startsWith(control));
  return [...new Set(words)].filter((word) => !begins(word));
}

/** What follows the head of a control token, where each further head may have its mark. */
function tailPattern(control: string, heads: ReadonlySet<string>, mark: string): string {
  const tail = [...control].slice(1);
  return tail
    .map((character) => RegExp.escape(character) + (heads.has(character) ? `(?:${mark})?` : ""))
    .join("");
}

function headOf(text: string): string {
  return [...text][0] ?? "";
}

function oneOf(texts: readonly string[]): string {
  return `(?:${texts.map((text) => RegExp.escape(text)).join("|")})`;
}

function longestRun(texts: readonly string[]): number {
  const runs = texts.flatMap((text) => text.match(new RegExp(`${MARK}+`, "gu")) ?? []);
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Texts and names of fields, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

function mapTexts<T>(value: T, change: (text: string) => string): T;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((member: unknown) => mapTexts(member, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]),
  );
}
