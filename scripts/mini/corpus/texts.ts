import type { Random } from "../random.ts";
import {
  ADJECTIVES,
  ADVERBS,
  CITIES,
  COLOURS,
  list,
  NAMES,
  OBJECTS,
  PEOPLE,
  THINGS,
  VERBS,
  WORDS,
} from "./things.ts";

/** A word that is none, of one to three syllables, so that copying is learned and not words alone. */
export function madeUpWord(random: Random): string {
  const syllable = () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS);
  return Array.from({ length: random.integer(1, 3) }, syllable).join("");
}

// Few endings, chosen so that no syllable is a word that people would mind.
const ONSETS = list("b br ch d dr f fl g gl gr h j k kr l m n p pl r s sh sk st sw t th tr v w");
const VOWELS = list("a e i o u y ai au ea ee ia io ou");
const CODAS = ["", "", ...list("l m n nd ng r s st lt ld rn th v")];

export function anyWord(random: Random): string {
  const draw = random.uniform();
  if (draw < 0.78) return random.pick(WORDS);
  if (draw < 0.84) return random.pick(NAMES);
  if (draw < 0.88) return random.pick(CITIES);
  if (draw < 0.9) return String(random.integer(0, 999));
  return madeUpWord(random);
}

export function anyWords(random: Random, least: number, most: number): string {
  return Array.from({ length: random.integer(least, most) }, () => anyWord(random)).join(" ");
}

export function anyThing(random: Random): string {
  return random.pick(random.pick(Object.values(THINGS)));
}

/** "a" or "an" before a word. */
export function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A short sentence with a capital and a full stop, about `subject` where one is given. */
export function sentence(random: Random, subject?: string): string {
  const noun = () => random.pick(random.chance(0.5) ? OBJECTS : [anyThing(random)]);
  const person = () => (random.chance(0.6) ? random.pick(NAMES) : `the ${random.pick(PEOPLE)}`);
  const about = subject ?? noun();
  const forms = [
    () => `the ${random.pick(ADJECTIVES)} ${about} is ${random.pick(COLOURS)}`,
    () => `the ${about} is ${random.pick(ADJECTIVES)} and ${random.pick(ADJECTIVES)}`,
    () => `${person()} has ${withArticle(random.pick(ADJECTIVES))} ${about}`,
    () => `${person()} can see the ${about} near the ${noun()}`,
    () => `${person()} wants to ${random.pick(VERBS)} with the ${about}`,
    () => `there is ${withArticle(about)} in the ${random.pick(ADJECTIVES)} ${noun()}`,
    () => `we ${random.pick(VERBS)} the ${about} ${random.pick(ADVERBS)}`,
    () => `I like the ${about} in ${random.pick(CITIES)}`,
    () => `${person()} and ${person()} ${random.pick(VERBS)} near the ${about}`,
    () => `every ${about} needs ${withArticle(noun())}`,
  ];
  return `${capitalised(random.pick(forms)())}.`;
}
