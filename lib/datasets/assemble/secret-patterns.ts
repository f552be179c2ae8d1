import type { SecretKind } from "#lib/contract/datasets/recipe.ts";

type Pattern = { kind: SecretKind; find: RegExp; holds?: (text: string) => boolean };

/** What can be known by its form alone; names and addresses of people cannot. In this order, as a masked text is not looked at again. */
export const PATTERNS: readonly Pattern[] = [
  // What follows it ends at five dashes, so that many beginnings without an end are read once.
  {
    kind: "key",
    find: /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----))*-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  // Of an address, the name and the password.
  {
    kind: "key",
    find: /(?<=\b[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/)[^\s/:@<>{}"']{0,200}:[^\s/@<>{}"']{1,200}(?=@[\w[])/g,
  },
  {
    kind: "key",
    find: /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|hf|AKIA|ASIA|AIza|ya29|local|eyJ)[-_A-Za-z0-9.]{16,}/g,
    holds: (text) => entropyOf(text) >= 3 && !isOfWords(text),
  },
  // It begins where a run of such letters does: tried at each of them, a long run without an at sign would take the square of its length.
  {
    kind: "email",
    find: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu,
  },
  {
    kind: "iban",
    find: /\b(?:[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?|[a-z]{2}\d{2}(?: ?\d{4}){2,7}(?: ?\d{1,3})?)\b/g,
    holds: isIban,
  },
  { kind: "card", find: /(?<![\w.])\d(?:[ \u00a0-]?\d){12,18}(?!\w|\.\d)/g, holds: isCard },
  {
    kind: "phone",
    find: /(?<![\w+.])(?:\+\d{1,3}[ ./-]?|0)\(?\d{2,5}\)?(?:[ ./-]?\d{2,5}){1,4}(?![\w.])/g,
    holds: (text) => digitsIn(text).length >= 8 && digitsIn(text).length <= 15,
  },
];

/** Words that are joined, as names of packages and files are: a key has a long run that mixes letters with digits, or small letters with large ones. */
function isOfWords(text: string): boolean {
  return !text.split(/[-_.]/).some((run) => run.length >= 8 && /\d|[a-z][A-Z]/.test(run));
}

/** Bits a character (Shannon); words have less than keys. */
function entropyOf(text: string): number {
  const counts = [...Map.groupBy(text, (sign) => sign).values()].map((all) => all.length / text.length);
  return -counts.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, "");
}

/** The check digit of Luhn. */
function isCard(text: string): boolean {
  const digits = [...digitsIn(text)].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 && new Set(digits).size > 1;
}

/** ISO 13616: the country moved to the end, letters as numbers, modulo 97. */
function isIban(text: string): boolean {
  const signs = text.replaceAll(" ", "");
  if (signs.length < 15 || signs.length > 34) return false;
  const moved = signs.slice(4) + signs.slice(0, 4);
  const digits = [...moved].map((sign) => Number.parseInt(sign, 36)).join("");
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
