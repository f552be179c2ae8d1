import { escapePointer } from "#components/ui/text/json-rows.ts";

/** Whether a value of an argument was said, and what the page says where it was not. */
export type Said = { isSaid: (value: string | number) => boolean; remark: string };

const MAX_VALUE = 200;
const MAX_VALUES = 100;
/** What stands for "anything", and for yes and no, is chosen and not said. */
const NEVER_SAID = new Set(["", "true", "false", "yes", "no", "none", "null", "any", "dontcare"]);

/**
 * Looks values up in texts, whatever their case and punctuation. Numbers are also found as words, times as people say them and dates with
 * the names of months: what is marked should be worth a look.
 */
export function saidIn(texts: readonly string[]): Said["isSaid"] {
  return saidUpTo(texts)(texts.length);
}

/** The same, for the first so many of the texts. They are read once, when somebody asks. */
export function saidUpTo(texts: readonly string[]): (count: number) => Said["isSaid"] {
  let plain: readonly string[] | null = null;
  return (count) => (value) => {
    plain ??= texts.map(plainText);
    const before = plain.slice(0, count);
    return waysToSay(String(value)).some((way) => before.some((text) => holds(text, way)));
  };
}

/** A call that was recorded without the turns before it knows of its own alone. */
export function remarkFor(turnsBefore: number): string {
  return turnsBefore > 0 ? "not said before" : "not said in this turn";
}

/** The JSON Pointers of the plain values below an argument that were not said before. */
export function unsaidIn(root: unknown, isSaid: Said["isSaid"]): string[] {
  const found: string[] = [];
  const waiting: { pointer: string; value: unknown }[] = [{ pointer: "", value: root }];
  for (let i = 0; i < Math.min(waiting.length, MAX_VALUES); i++) {
    const { pointer, value } = waiting[i] ?? { pointer: "", value: null };
    if (typeof value === "object" && value !== null)
      for (const [name, child] of Object.entries(value).slice(0, MAX_VALUES))
        waiting.push({ pointer: `${pointer}/${escapePointer(name)}`, value: child });
    else if (isWorthALook(value) && !isSaid(value)) found.push(pointer);
  }
  return found;
}

function isWorthALook(value: unknown): value is string | number {
  if (typeof value === "number") return true;
  return typeof value === "string" && value.length <= MAX_VALUE && !NEVER_SAID.has(plainText(value).trim());
}

/** Words in lower case between single spaces, with one at each end. */
function plainText(text: string): string {
  return ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
}

/** Whole words; the ending of a long last word may differ, as between one thing and several. */
function holds(text: string, way: string): boolean {
  const words = plainText(way).trim();
  if (words === "") return true;
  if (!/[a-z0-9]/.test(words)) return text.includes(words);
  if (/\d$/.test(words) || words.length < 4) return text.includes(` ${words} `);
  return text.includes(` ${words.replace(/s$/, "")}`);
}

function waysToSay(value: string): string[] {
  return [value, ...numberWays(value), ...timeWays(value), ...dateWays(value)];
}

const NUMBERS = [
  ..."zero one two three four five six seven eight nine ten eleven twelve thirteen".split(" "),
  ..."fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(" "),
];

function numberWays(value: string): string[] {
  const word = /^\d{1,2}$/.test(value) ? NUMBERS[Number(value)] : undefined;
  if (word === undefined) return [];
  return value === "1" ? [word, "me", "myself"] : [word];
}

function timeWays(value: string): string[] {
  const found = /^(\d{1,2}):(\d{2})(:00)?$/.exec(value);
  if (!found) return [];
  const [hour, minute] = [Number(found[1]), found[2] ?? "00"];
  const half = hour < 12 ? "am" : "pm";
  const on12 = hour % 12 || 12;
  const exact = [`${on12} ${minute}`, `${on12} ${minute}${half}`, `${hour} ${minute}`];
  const [at, next] = [[on12, NUMBERS[on12]], (on12 % 12) + 1];
  if (minute === "00")
    return [
      ...exact,
      ...at.flatMap((said) => [`${said}${half}`, `${said} ${half}`, `${said} o clock`, `${said} in the`]),
      ...(hour === 12 ? ["noon"] : []),
    ];
  if (minute === "30") return [...exact, ...at.map((said) => `half past ${said}`)];
  if (minute === "15") return [...exact, ...at.map((said) => `quarter past ${said}`)];
  return minute === "45" ? [...exact, `quarter to ${next}`, `quarter to ${NUMBERS[next]}`] : exact;
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

function dateWays(value: string): string[] {
  const found = /^\d{4}-(\d{2})-(\d{2})$/.exec(value);
  const month = MONTHS[Number(found?.[1]) - 1];
  if (!found || month === undefined) return [];
  const day = Number(found[2]);
  const ending = day > 3 && day < 21 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  const days = [`${day}`, `${day}${ending}`];
  return [month, month.slice(0, 3)].flatMap((name) =>
    days.flatMap((said) => [`${name} ${said}`, `${said} ${name}`, `${said} of ${name}`]),
  );
}
