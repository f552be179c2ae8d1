import { ask, type Exercise, talk } from "../exercise.ts";
import type { Random } from "../random.ts";
import { anyThing, capitalised, sentence, withArticle } from "./texts.ts";
import { COLOURS, NAMES, OBJECTS, VERBS, WORDS } from "./things.ts";

/** Writing: a sentence about something, several of them, a polite form. */
export function writeSentence(random: Random): Exercise {
  const draw = random.uniform();
  if (draw < 0.5) return aboutOne(random);
  if (draw < 0.7) return several(random);
  return politely(random);
}

function aboutOne(random: Random): Exercise {
  const thing = random.pick([random.pick(OBJECTS), anyThing(random)]);
  const request = random.pick([
    `Write a sentence about ${withArticle(thing)}.`,
    `Write a sentence with the word ${thing}.`,
    `Make a sentence with "${thing}".`,
    `Tell me something about the ${thing}.`,
    `Say something about ${withArticle(thing)}.`,
  ]);
  return talk(request, sentence(random, thing));
}

function several(random: Random): Exercise {
  const thing = random.pick(OBJECTS);
  const sentences = [sentence(random, thing), sentence(random, thing), sentence(random)];
  const request = random.pick([
    `Tell me a short story about ${withArticle(thing)}.`,
    `Write three sentences about the ${thing}.`,
    `Describe the ${thing}.`,
  ]);
  return talk(request, sentences.join(" "));
}

function politely(random: Random): Exercise {
  const thing = random.pick([random.pick(OBJECTS), anyThing(random)]);
  const deed = random.pick([
    `${random.pick(["send", "give", "bring", "show", "sell"])} me the ${thing}`,
    `${random.pick(VERBS)} with ${random.pick(NAMES)}`,
    `open the ${thing}`,
    `find the ${random.pick(COLOURS)} ${thing}`,
    `move the ${thing}`,
    `wait near the ${thing}`,
  ]);
  const request = random
    .pick(["Make it polite: *.", "Say it politely: *.", "Write this politely: *."])
    .replace("*", capitalised(deed));
  return ask(request, `Could you please ${deed}?`, `politely: ${deed}`);
}

/** Capital and small letters of words. */
export function changeCase(random: Random): Exercise {
  const words = random.sample(WORDS, random.integer(1, 3)).join(" ");
  const essence = `case: ${words}`;
  const forms: [string, string][] = [
    [`Write in upper case: ${words}`, words.toUpperCase()],
    [`Write in capital letters: ${words}`, words.toUpperCase()],
    [`Write in lower case: ${words.toUpperCase()}`, words],
    [`Begin with a capital letter: ${words}`, capitalised(words)],
  ];
  const [question, answer] = random.pick(forms);
  return ask(question, answer, essence);
}

/** Words letter by letter. */
export function spell(random: Random): Exercise {
  const word = random.pick(WORDS);
  const letters = [...word].join(" ");
  const forms: [string, string][] = [
    [`Spell ${word}.`, letters],
    [`Spell the word ${word}.`, letters],
    [`Which word is this: ${letters}`, word],
    [`What is the first letter of ${word}?`, word.charAt(0)],
  ];
  const [question, answer] = random.pick(forms);
  return ask(question, answer, `spell: ${word}`);
}
