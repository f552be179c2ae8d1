import { ask, type Exercise, type Message, turn } from "../exercise.ts";
import type { Random } from "../random.ts";
import { anyWord } from "./texts.ts";
import { CITIES, COLOURS, NAMES, OBJECTS } from "./things.ts";

/** Something said earlier in the conversation is asked for later. */
export function remember(random: Random, between: (random: Random) => readonly Message[]): Exercise {
  const draw = random.pick(KINDS)(random);
  const middle = random.chance(0.4) ? between(random) : [];
  const messages = [...turn(draw.told, draw.reply), ...middle, ...turn(draw.question, draw.answer)];
  return { messages, essence: `remember: ${draw.told}`, accepted: [draw.answer] };
}

type Memory = {
  readonly told: string;
  readonly reply: string;
  readonly question: string;
  readonly answer: string;
};

const KINDS: readonly ((random: Random) => Memory)[] = [
  (random) => {
    const word = anyWord(random);
    return {
      told: random.pick([
        `Remember the word ${word}.`,
        `Please remember: ${word}`,
        `The secret word is ${word}.`,
        `Remember "${word}".`,
      ]),
      reply: random.pick(["I will remember it.", "I will.", "Good, I will remember."]),
      question: random.pick([
        "What was the word?",
        "Which word did I tell you?",
        "What is the secret word?",
        "Now say the word.",
      ]),
      answer: word,
    };
  },
  (random) => {
    const name = random.pick(NAMES);
    return {
      told: random.pick([`My name is ${name}.`, `I am ${name}.`, `Hi, I am ${name}.`]),
      reply: `Nice to meet you, ${name}!`,
      question: random.pick(["What is my name?", "Who am I?", "Do you remember my name?"]),
      answer: random.pick([`Your name is ${name}.`, `You are ${name}.`]),
    };
  },
  (random) => {
    const number = String(random.integer(0, 999));
    return {
      told: random.pick([
        `Remember the number ${number}.`,
        `My number is ${number}.`,
        `The code is ${number}.`,
      ]),
      reply: random.pick(["I will remember it.", "Good."]),
      question: random.pick(["What was the number?", "Which number did I say?", "Say the number."]),
      answer: number,
    };
  },
  (random) => {
    const thing = random.pick(OBJECTS);
    const colour = random.pick(COLOURS);
    return {
      told: `My ${thing} is ${colour}.`,
      reply: random.pick(["I see.", "That is nice.", "Good to know."]),
      question: random.pick([`What colour is my ${thing}?`, `Which colour has my ${thing}?`]),
      answer: colour,
    };
  },
  (random) => {
    const city = random.pick(CITIES);
    return {
      told: random.pick([`I live in ${city}.`, `I come from ${city}.`]),
      reply: random.pick(["I see.", `${city} is a nice city.`]),
      question: random.pick(["Where do I live?", "What is my city?"]),
      answer: city,
    };
  },
];

/** What the system message says is followed, whatever is asked. */
export function followSystem(random: Random): Exercise {
  const word = anyWord(random);
  const name = random.pick(NAMES);
  const forms: [system: string, question: string, answer: string][] = [
    [`Always answer with the word ${word}.`, anyQuestion(random), word],
    [`Whatever the user says, answer: ${word}`, anyQuestion(random), word],
    [`Answer only with "${word}".`, anyQuestion(random), word],
    [`Your name is ${name}.`, random.pick(["Who are you?", "What is your name?"]), `My name is ${name}.`],
    [`The user is called ${name}.`, random.pick(["What is my name?", "Who am I?"]), `Your name is ${name}.`],
    [`The secret word is ${word}.`, random.pick(["What is the secret word?", "Tell me the word."]), word],
    [`You are ${name}. Greet people by your name.`, random.pick(["Hello!", "Hi"]), `Hello, I am ${name}!`],
  ];
  const [system, question, answer] = random.pick(forms);
  const exercise = ask(question, answer, `system: ${system}`);
  return { ...exercise, messages: [{ role: "system", content: system }, ...exercise.messages] };
}

function anyQuestion(random: Random): string {
  return random.pick([
    "Hello!",
    "How are you?",
    "What is the time?",
    "Tell me something.",
    `Do you like the ${random.pick(OBJECTS)}?`,
    `What is ${random.integer(1, 9)} + ${random.integer(1, 9)}?`,
    `Where is ${random.pick(CITIES)}?`,
    "What do you think?",
    "Who are you?",
  ]);
}
