/** A word or phrase that reads as translated, and what to write in its place. */
export type Phrase = { name: string; find: RegExp; instead: string };

/** Kept out of comments, test names, documents and texts alike. */
export const PHRASES: readonly Phrase[] = [
  {
    name: "tell",
    find: /\b(tells?|told|telling)\b/gi,
    instead: "say, show, send, list, report or distinguish",
  },
  { name: "foretell", find: /\bforet(ells?|old|elling)\b/gi, instead: "estimate or predict" },
  { name: "reckon", find: /\breckon(s|ed|ing)?\b/gi, instead: "estimate or compute" },
  { name: "behind", find: /\bbehind\b/gi, instead: "after, in or of" },
  { name: "whoever", find: /\bwhoever\b/gi, instead: "anyone who, people who or the name of the role" },
  { name: "meanwhile", find: /\bmeanwhile\b/gi, instead: "in between or since" },
  { name: "anew", find: /\banew\b/gi, instead: "again" },
  { name: "go on", find: /\b(go|goes|going|went|gone) on\b/gi, instead: "continue" },
  { name: "sign of life", find: /\bsigns? of life\b/gi, instead: "heartbeat" },
  { name: "stands here", find: /\bstands? (here|there|beside)\b/gi, instead: "is, appears or is listed" },
  { name: "likeliest", find: /\blikeliest\b/gi, instead: "most likely" },
  { name: "parted by", find: /\b(parted|divided) by (a |commas?\b|spaces?\b)/gi, instead: "separated by" },
  { name: "crosswise", find: /\bcrosswise\b/gi, instead: "in opposite orders" },
];

/** Also kept out of what users read: the quoted texts and the JSX of screens, and the contract. */
export const SHOWN_PHRASES: readonly Phrase[] = [
  { name: "is no", find: /(?<!there )\b(is|are) no (?!longer\b|more\b)[a-z]+/gi, instead: "is not a" },
  { name: "put right", find: /\bput .{0,30}\bright\b/gi, instead: "correct" },
  { name: "take back", find: /\b(takes?|took|taken|taking) back\b/gi, instead: "undo, revoke or withdraw" },
  { name: "bring back", find: /\b(bring|brings|brought) back\b/gi, instead: "restore" },
  { name: "one a line", find: /\bone a line\b|\ba line\.$/gi, instead: "one per line" },
  {
    name: "stay as they are",
    find: /\bstays? as (it|they) (is|are|was|were)\b/gi,
    instead: "does not change",
  },
  { name: "hands out", find: /\bhands? out\b/gi, instead: "grants or gives" },
  {
    name: "make a key",
    find: /\bmake (a|an|the) (API )?(key|link|queue|field|model|project)\b/gi,
    instead: "create",
  },
  { name: "lies in", find: /\blies? (in|between|behind|below)\b/gi, instead: "is in" },
];
