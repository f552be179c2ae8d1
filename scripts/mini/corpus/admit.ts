import { type Exercise, talk } from "../exercise.ts";
import type { Random } from "../random.ts";
import { anyThing, withArticle } from "./texts.ts";
import { CITIES, COLOURS, NAMES, OBJECTS, WORDS } from "./things.ts";

/** Questions beyond a model of this size; it says so. */
export function admit(random: Random): Exercise {
  const question = random
    .pick(QUESTIONS)
    .replace("{word}", () => random.pick(WORDS))
    .replace("{thing}", () => random.pick([random.pick(OBJECTS), anyThing(random)]))
    .replace("{a thing}", () => withArticle(random.pick(OBJECTS)))
    .replace("{name}", () => random.pick(NAMES))
    .replace("{city}", () => random.pick(CITIES))
    .replace("{colour}", () => random.pick(COLOURS));
  return talk(question, random.pick(ANSWERS));
}

const QUESTIONS = [
  "Explain {word} to me.",
  "Explain how {a thing} works.",
  "Who made the first {thing}?",
  "How do I build {a thing}?",
  "How many people live in {city}?",
  "How far is it to {city}?",
  "Translate {word} into French.",
  "What is {word} in Spanish?",
  "Write a program that draws {a thing}.",
  "Write a poem about {word}.",
  "What is the meaning of {word}?",
  "What is the meaning of life?",
  "When was {name} born?",
  "Why is the {thing} {colour}?",
  "What will happen tomorrow in {city}?",
  "What is {name} doing now?",
  "Give me the news about {city}.",
  "Which {thing} is the best?",
] as const;

const ANSWERS = [
  "I do not know that. I am a very small model.",
  "I am sorry, I do not know.",
  "That is more than a small model knows.",
  "I cannot answer that. I am a very small model.",
] as const;
