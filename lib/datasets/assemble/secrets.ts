import type { SecretKind } from "#lib/contract/datasets/recipe.ts";

type Pattern = { kind: SecretKind; find: RegExp; holds?: (text: string) => boolean };

/** What can be known by its form alone; names and addresses of people cannot. In this order, as a masked text is not looked at again. */
const PATTERNS: readonly Pattern[] = [
  {
    kind: "key",
    find: /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|hf|AKIA|ASIA|AIza|local|eyJ)[-_A-Za-z0-9.]{16,}/g,
    holds: (text) => entropyOf(text) >= 3,
  },
  // It begins where a run of such letters does: tried at each of them, a long run without an at sign would take the square of its length.
  {
    kind: "email",
    find: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu,
  },
  {
    kind: "iban",
    find: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    holds: isIban,
  },
  { kind: "card", find: /(?<![\w.])\d(?:[ -]?\d){12,18}(?!\w|\.\d)/g, holds: isCard },
  {
    kind: "phone",
    find: /(?<![\w+.])(?:\+\d{1,3}[ ./-]?|0)\(?\d{2,5}\)?(?:[ ./-]?\d{2,5}){1,4}(?![\w.])/g,
    holds: (text) => digitsIn(text).length >= 8 && digitsIn(text).length <= 15,
  },
];

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
        return `<${kind.toUpperCase()}>`;
      });
  return { text: masked, found };
}

/** The same for every text of a value, however deep it lies. Keys stay. */
export function maskSecretsIn(
  value: unknown,
  kinds: readonly SecretKind[],
): { value: unknown; found: Set<SecretKind> } {
  const found = new Set<SecretKind>();
  const mask = (one: unknown): unknown => {
    if (typeof one === "string") {
      const masked = maskSecrets(one, kinds);
      for (const kind of masked.found) found.add(kind);
      return masked.text;
    }
    if (Array.isArray(one)) return one.map(mask);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, mask(inner)]));
  };
  return { value: mask(value), found };
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
