/** Up to so many steps of a plain search are quicker than a table. */
const PLAIN_STEPS = 4_000_000;

/**
 * Whether a text contains another one, in time that grows with the sum of their lengths (Knuth, Morris and Pratt 1977). `String.includes` may take
 * their product: a text and a pattern of much the same letters stop the process for minutes.
 */
export function contains(text: string, wanted: string): boolean {
  if (wanted.length > text.length) return false;
  if (text.length * wanted.length <= PLAIN_STEPS) return text.includes(wanted);
  const borders = bordersOf(wanted);
  for (let at = 0, matched = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== letter) matched = borders[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === letter) matched++;
    if (matched === wanted.length) return true;
  }
  return false;
}

/** For each beginning of a pattern, how long the longest proper beginning of it is that it also ends with. */
function bordersOf(wanted: string): Uint32Array {
  const borders = new Uint32Array(wanted.length);
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    const letter = wanted.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== letter) matched = borders[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === letter) matched++;
    borders[at] = matched;
  }
  return borders;
}
