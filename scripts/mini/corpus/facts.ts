import { ask, type Exercise, talk } from "../exercise.ts";
import type { Random } from "../random.ts";
import { capitalised, withArticle } from "./texts.ts";
import { COLOURS, DAYS, list, MONTHS, NUMBER_WORDS, OBJECTS, THINGS } from "./things.ts";

/** Small knowledge of the world: kinds of things, opposites, the order of days. */
export function facts(random: Random): Exercise {
  const draw = random.uniform();
  if (draw < 0.35) return kindOf(random);
  if (draw < 0.5) return opposite(random);
  if (draw < 0.65) return neighbour(random);
  if (draw < 0.75) return nameSome(random);
  if (draw < 0.85) return oddOneOut(random);
  const [question, answer] = random.pick(SINGLE);
  return ask(question, answer, null);
}

const KINDS = Object.keys(THINGS);
/** Kinds whose members take an article: nobody says a tea or a tennis. */
const COUNTABLE = KINDS.filter((kind) => kind !== "drink" && kind !== "sport");
const allOf = (kind: string): readonly string[] =>
  Object.entries(THINGS).find(([name]) => name === kind)?.[1] ?? [];

function kindOf(random: Random): Exercise {
  const kind = random.pick(COUNTABLE);
  const thing = random.pick(allOf(kind));
  const other = random.chance(0.5) ? kind : random.pick(COUNTABLE);
  const forms: [string, string][] = [
    [`What is ${withArticle(thing)}?`, `${capitalised(withArticle(thing))} is ${withArticle(kind)}.`],
    [`Is ${withArticle(thing)} ${withArticle(other)}?`, kind === other ? "yes" : "no"],
    [`What kind of thing is ${withArticle(thing)}?`, `${capitalised(withArticle(kind))}.`],
  ];
  const [question, answer] = random.pick(forms);
  return ask(question, answer, null);
}

const OPPOSITES = [
  "big small",
  "old new",
  "hot cold",
  "good bad",
  "fast slow",
  "light dark",
  "loud quiet",
  "hard soft",
  "clean dirty",
  "dry wet",
  "long short",
  "full empty",
  "rich poor",
  "happy sad",
  "early late",
  "open closed",
  "up down",
  "left right",
  "true false",
  "day night",
  "wide narrow",
  "deep shallow",
  "strong weak",
  "sweet bitter",
  "first last",
  "inside outside",
  "always never",
  "yes no",
  "near far",
].map(list);

function opposite(random: Random): Exercise {
  const [word = "", other = ""] = random.shuffle(random.pick(OPPOSITES));
  const question = random.pick([
    `What is the opposite of ${word}?`,
    `Opposite of ${word}?`,
    `Say the opposite of ${word}.`,
    `The opposite of ${word} is`,
  ]);
  return ask(question, other, null);
}

function neighbour(random: Random): Exercise {
  const [names, what] = random.pick([
    [DAYS, "day"],
    [MONTHS, "month"],
    [NUMBER_WORDS.slice(0, 13), "number"],
    [list("A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"), "letter"],
  ] as const);
  const at = random.integer(1, names.length - 2);
  const isAfter = random.chance(0.6);
  const answer = names[isAfter ? at + 1 : at - 1] ?? "";
  const where = isAfter ? "after" : "before";
  return ask(
    random.pick([`Which ${what} comes ${where} ${names[at]}?`, `What ${what} is ${where} ${names[at]}?`]),
    answer,
    null,
  );
}

function nameSome(random: Random): Exercise {
  const kind = random.pick(KINDS.filter((name) => name !== "fish"));
  const count = random.integer(1, 4);
  const things = random.sample(allOf(kind), count);
  const question = `Name ${NUMBER_WORDS[count]} ${kind}${count > 1 ? "s" : ""}.`;
  return talk(
    random.pick([question, question.toLowerCase(), question.replace("Name", "List")]),
    things.join(", "),
  );
}

function oddOneOut(random: Random): Exercise {
  const [kind = "", strange = ""] = random.sample(KINDS, 2);
  const odd = random.pick(allOf(strange));
  const words = random.shuffle([...random.sample(allOf(kind), 2), odd]);
  const question = random.pick([
    `Which is ${withArticle(strange)}: ${words.join(", ")}?`,
    `Find the ${strange}: ${words.join(", ")}`,
  ]);
  return ask(question, odd, `odd: ${[...words].sort().join(" ")}`);
}

const SINGLE: readonly (readonly [string, string])[] = [
  ["What colour is grass?", "green"],
  ["What colour is the sky?", "blue"],
  ["What colour is snow?", "white"],
  ["What colour is a banana?", "yellow"],
  ["What colour is coal?", "black"],
  ["How many days are in a week?", "seven"],
  ["How many months are in a year?", "twelve"],
  ["How many legs has a dog?", "four"],
  ["How many legs has a bird?", "two"],
  ["What do cows give?", "milk"],
  ["What do bees make?", "honey"],
  ["What falls from clouds?", "rain"],
  ["What is frozen water called?", "ice"],
  ["What do we read?", "books"],
  ["Where do fish live?", "in water"],
  ["Where do birds sleep?", "in a nest"],
  ["What opens a door?", "a key"],
  ["What shines at night?", "the moon"],
  ["What shines by day?", "the sun"],
  ["Who teaches children?", "a teacher"],
  ["Who bakes bread?", "a baker"],
  ["Who helps the sick?", "a doctor"],
  ["Who flies a plane?", "a pilot"],
  ["What is the capital of France?", "Paris"],
  ["What is the capital of Italy?", "Rome"],
  ["What is the capital of Spain?", "Madrid"],
  ["What is the capital of Germany?", "Berlin"],
  ["What is the capital of Norway?", "Oslo"],
  ["What is the capital of Austria?", "Vienna"],
  ["What is the capital of Japan?", "Tokyo"],
  ["What is the capital of Egypt?", "Cairo"],
  ["Is fire hot?", "yes"],
  ["Is ice warm?", "no"],
  ["Can birds fly?", "yes"],
  ["Can stones swim?", "no"],
];

/** "Name a colour" and the like, with any member as the answer. */
export function nameOne(random: Random): Exercise {
  const [what, members] = random.pick([
    ["colour", COLOURS],
    ["day of the week", DAYS],
    ["month", MONTHS],
    ["thing in a house", OBJECTS.slice(0, 24)],
    ...Object.entries(THINGS),
  ] as const);
  return talk(
    random.pick([`Name ${withArticle(what)}.`, `Tell me ${withArticle(what)}.`, `Say ${withArticle(what)}.`]),
    random.pick(members),
  );
}
