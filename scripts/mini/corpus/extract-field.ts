import { ask, type Exercise } from "../exercise.ts";
import type { Random } from "../random.ts";
import { anyThing, capitalised, madeUpWord, withArticle } from "./texts.ts";
import { ADJECTIVES, CITIES, COLOURS, DAYS, JOBS, MONTHS, NAMES, OBJECTS } from "./things.ts";

/** A fact with a name, said in some sentences of a text. */
type Fact = { readonly field: string; readonly value: string; readonly sentence: string };

/** "What is the city in: …": the reply is the named piece of the text, or the pieces as JSON. */
export function extractField(random: Random): Exercise {
  const facts = random.sample(drawFacts(random), random.integer(1, 4));
  const text = facts.map(({ sentence }) => sentence).join(" ");
  const wanted = random.pick(facts);
  const essence = `extract: ${text}`;
  if (random.chance(0.14)) return extractJson(random, facts, essence);
  const question = random
    .pick(QUESTIONS)
    .replace("#", () => wanted.field)
    .replace("*", () => text);
  return ask(question, wanted.value, essence);
}

const QUESTIONS = [
  "What is the # in: *",
  "What is the # in this text: *",
  "What is the #? *",
  "Find the #: *",
  "Find the # in: *",
  "Extract the #: *",
  "Extract the # from: *",
  "Extract the # from this text: *",
  "Give only the #: *",
  "Tell me the # in: *",
  "Which # is named in: *",
  "Name the # in this text.\n*",
  "* What is the #?",
  "* Which # is it?",
  "*\nGive only the #.",
  "*\nWhat is the #?",
  "Text: *\nQuestion: what is the #?",
  "Read this: * Now tell me the #.",
] as const;

function extractJson(random: Random, facts: readonly Fact[], essence: string): Exercise {
  const wanted = random.sample(facts, Math.min(facts.length, random.integer(1, 2)));
  const fields = wanted.map(({ field }) => field).join(" and ");
  const text = facts.map(({ sentence }) => sentence).join(" ");
  const question = random
    .pick([
      "Give the # as JSON: *",
      "Extract the # as JSON from: *",
      "* Give the # as JSON.",
      "As JSON, what is the # in: *",
    ])
    .replace("#", () => fields)
    .replace("*", () => text);
  return ask(
    question,
    JSON.stringify(Object.fromEntries(wanted.map(({ field, value }) => [field, value]))),
    essence,
  );
}

/** One fact of each field, about one person and her order. */
function drawFacts(random: Random): Fact[] {
  const name = random.chance(0.7) ? random.pick(NAMES) : capitalised(madeUpWord(random));
  const she = random.pick([name, "she", "he", "they"]);
  return [
    fact(
      "name",
      name,
      random.pick([`My name is ${name}.`, `This is ${name}.`, `The customer is ${name}.`, `I am ${name}.`]),
    ),
    city(random, name),
    job(random, she),
    colour(random),
    age(random, name),
    price(random),
    day(random),
    month(random),
    item(random, name),
    orderNumber(random),
    time(random),
  ];
}

function fact(field: string, value: string, sentence: string): Fact {
  return { field, value, sentence: capitalised(sentence) };
}

function city(random: Random, name: string): Fact {
  const value = random.chance(0.6) ? random.pick(CITIES) : capitalised(madeUpWord(random));
  const forms = [
    `${name} lives in ${value}.`,
    `We met in ${value}.`,
    `The train goes to ${value}.`,
    `I come from ${value}.`,
    `Please send it to ${value}.`,
    `The shop is in ${value}.`,
    `They moved to ${value} last year.`,
  ];
  return fact("city", value, random.pick(forms));
}

function job(random: Random, she: string): Fact {
  const value = random.pick(JOBS);
  const verb = she === "they" ? "work" : "works";
  return fact(random.pick(["job", "profession"]), value, `${she} ${verb} as ${withArticle(value)}.`);
}

function colour(random: Random): Fact {
  const value = random.pick(COLOURS);
  const thing = random.pick(OBJECTS);
  return fact(
    "colour",
    value,
    random.pick([
      `The ${thing} is ${value}.`,
      `I bought a ${value} ${thing}.`,
      `She has a ${value} ${thing}.`,
    ]),
  );
}

function age(random: Random, name: string): Fact {
  const value = String(random.integer(2, 99));
  return fact("age", value, random.pick([`${name} is ${value} years old.`, `I am ${value} years old.`]));
}

function price(random: Random): Fact {
  const value = random.pick([
    String(random.integer(1, 99)),
    `${random.integer(1, 99)}.${random.integer(10, 99)}`,
  ]);
  const thing = random.pick([random.pick(OBJECTS), anyThing(random)]);
  return fact(
    "price",
    value,
    random.pick([
      `The ${thing} costs ${value} euros.`,
      `They paid ${value} dollars for the ${thing}.`,
      `The price is ${value}.`,
    ]),
  );
}

function day(random: Random): Fact {
  const value = random.pick(DAYS);
  return fact(
    "day",
    value,
    random.pick([
      `It came on ${value}.`,
      `The meeting is on ${value}.`,
      `We are closed on ${value}.`,
      `Call me on ${value}.`,
    ]),
  );
}

function month(random: Random): Fact {
  const value = random.pick(MONTHS);
  return fact(
    "month",
    value,
    random.pick([`It was sold in ${value}.`, `The course begins in ${value}.`, `We travel in ${value}.`]),
  );
}

function item(random: Random, name: string): Fact {
  const value = random.pick([random.pick(OBJECTS), anyThing(random)]);
  const article = random.pick([withArticle(value), `${withArticle(random.pick(ADJECTIVES))} ${value}`]);
  return fact(
    random.pick(["item", "product"]),
    value,
    random.pick([`${name} ordered ${article}.`, `I want to buy ${article}.`, `Someone lost ${article}.`]),
  );
}

function orderNumber(random: Random): Fact {
  const value = random.pick([
    String(random.integer(100, 99_999)),
    `${random.pick(["A", "B", "K", "X"])}${random.integer(10, 9999)}`,
  ]);
  return fact(
    random.pick(["order number", "number"]),
    value,
    random.pick([`The order number is ${value}.`, `It is about order ${value}.`, `My number is ${value}.`]),
  );
}

function time(random: Random): Fact {
  const value = `${random.integer(1, 12)}${random.pick(["", ":15", ":30", ":45"])} ${random.pick(["am", "pm"])}`;
  return fact(
    "time",
    value,
    random.pick([`We start at ${value}.`, `The bus leaves at ${value}.`, `Come at ${value}.`]),
  );
}
