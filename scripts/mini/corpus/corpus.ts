import type { Exercise, Message } from "../exercise.ts";
import { isHeldOut } from "../held-out.ts";
import { Random } from "../random.ts";
import { admit } from "./admit.ts";
import { arithmetic } from "./arithmetic.ts";
import { callTool } from "./call-tool.ts";
import { chooseOne } from "./choose-one.ts";
import { classify } from "./classify.ts";
import { copyText, pickFromText } from "./copy-text.ts";
import { extractField } from "./extract-field.ts";
import { facts, nameOne } from "./facts.ts";
import { greet } from "./greet.ts";
import { followSystem, remember } from "./remember.ts";
import { serveCustomer } from "./serve-customer.ts";
import { changeCase, spell, writeSentence } from "./write-sentence.ts";

export type Kind = keyof typeof KINDS;

/** What is drawn for training. Each exercise depends on the seed and its number alone. */
export const TRAINING_SEED = "spindle-mini training";
/** What the model is judged by; never seen in training, as the essences are kept apart too. */
export const HELD_OUT_SEED = "spindle-mini held out";

/** The kinds of exercises, and how many of a hundred are of each. */
const KINDS = {
  choose: { draw: chooseOne, share: 16 },
  copy: { draw: copyText, share: 20 },
  pick: { draw: pickFromText, share: 6 },
  extract: { draw: extractField, share: 13 },
  classify: { draw: classify, share: 9 },
  arithmetic: { draw: arithmetic, share: 6 },
  facts: { draw: facts, share: 5 },
  name: { draw: nameOne, share: 1 },
  greet: { draw: greet, share: 3 },
  serve: { draw: serveCustomer, share: 6 },
  remember: { draw: (random: Random) => remember(random, chatter), share: 4 },
  system: { draw: followSystem, share: 3 },
  tool: { draw: callTool, share: 3 },
  write: { draw: writeSentence, share: 3 },
  admit: { draw: admit, share: 1 },
  case: { draw: changeCase, share: 1 },
  spell: { draw: spell, share: 1 },
} as const satisfies Record<string, { draw: (random: Random) => Exercise; share: number }>;

export const KIND_NAMES = Object.keys(KINDS).filter((name): name is Kind => name in KINDS);

/** The kinds with their shares, in words. */
export const KINDS_SHARES = KIND_NAMES.map((kind) => `${kind} ${KINDS[kind].share}`).join(", ");

/** A conversation to train on: one exercise, or several of them as turns. */
export function trainingExercise(number: number, seed: string = TRAINING_SEED): Exercise {
  const random = new Random(seed, number);
  const first = drawAllowed(random, () => KINDS[drawKind(random)].draw(random), false);
  if (!random.chance(SHARE_OF_LONG)) return first;
  const system = random.chance(0.3) && !startsWithSystem(first) ? [random.pick(SYSTEM_MESSAGES)] : [];
  const more = isAlone(first) ? [] : moreTurns(random);
  return { ...first, messages: [...system, ...first.messages, ...more] };
}

const SHARE_OF_LONG = 0.3;

/** One exercise to judge by: of this kind, with an essence that training never has. */
export function heldOutExercise(kind: Kind, number: number): Exercise {
  const random = new Random(HELD_OUT_SEED, kind, number);
  return drawAllowed(random, () => KINDS[kind].draw(random), true);
}

const MAX_DRAWS = 1000;

function drawAllowed(random: Random, draw: () => Exercise, wantsHeldOut: boolean): Exercise {
  for (let i = 0; i < MAX_DRAWS; i++) {
    const exercise = draw();
    if (exercise.essence === null || isHeldOut(exercise.essence) === wantsHeldOut) return exercise;
  }
  throw new Error(
    `None of ${MAX_DRAWS} exercises was ${wantsHeldOut ? "held out" : "for training"} (next draw ${random.uniform()}); the kind has too few essences.`,
  );
}

function drawKind(random: Random): Kind {
  let left = random.uniform() * TOTAL_SHARES;
  for (const kind of KIND_NAMES) {
    left -= KINDS[kind].share;
    if (left < 0) return kind;
  }
  return "copy";
}

const TOTAL_SHARES = Object.values(KINDS).reduce((sum, { share }) => sum + share, 0);

function moreTurns(random: Random): Message[] {
  const count = random.chance(0.08) ? random.integer(6, 10) : random.integer(1, 5);
  return Array.from({ length: count }, () => chatter(random)).flat();
}

/** An exercise that can stand anywhere in a conversation. */
function chatter(random: Random): readonly Message[] {
  const kind = random.pick([
    "choose",
    "choose",
    "copy",
    "copy",
    "pick",
    "extract",
    "classify",
    "arithmetic",
    "greet",
    "facts",
    "write",
  ] as const);
  return drawAllowed(random, () => KINDS[kind].draw(random), false).messages;
}

function startsWithSystem({ messages }: Exercise): boolean {
  return messages[0]?.role === "system";
}

/** Tools and system messages steer the whole conversation, so nothing else follows them. */
function isAlone(exercise: Exercise): boolean {
  return exercise.tools !== undefined || startsWithSystem(exercise);
}

const SYSTEM_MESSAGES = [
  "You are a helpful assistant.",
  "You are Spindle mini, a small and helpful assistant.",
  "Answer briefly.",
  "You are a friendly assistant. Be short and clear.",
  "Follow the instructions of the user.",
  "Be exact.",
].map((content): Message => ({ role: "system", content }));
