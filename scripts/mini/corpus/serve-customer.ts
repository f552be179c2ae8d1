import { type Exercise, type Message, turn } from "../exercise.ts";
import type { Random } from "../random.ts";
import { anyThing } from "./texts.ts";
import { CITIES, DAYS, NAMES, OBJECTS } from "./things.ts";

/** A customer writes, and is answered politely and to the point. */
export function serveCustomer(random: Random): Exercise {
  const [problems, answers] = random.pick(random.chance(0.4) ? COMPLAINTS : REQUESTS);
  const slots = drawSlots(random);
  const opening = random.chance(0.35) ? random.pick(OPENINGS) : "";
  const closing = random.chance(0.3) ? random.pick(CLOSINGS) : "";
  const answer = random.pick(answers);
  const question = fill(opening + random.pick(problems), slots);
  const reply = fill(apology(random, problems) + answer + closing, slots);
  const messages = [...systemPart(random), ...turn(question, reply), ...thanks(random)];
  return { messages, essence: null, accepted: [] };
}

type Slots = {
  readonly thing: string;
  readonly day: string;
  readonly name: string;
  readonly number: string;
  readonly city: string;
};

function drawSlots(random: Random): Slots {
  return {
    thing: random.pick([random.pick(OBJECTS), anyThing(random)]),
    day: random.pick(DAYS),
    name: random.pick(NAMES),
    number: String(random.integer(100, 9999)),
    city: random.pick(CITIES),
  };
}

function fill(text: string, slots: Slots): string {
  return text
    .replaceAll("{thing}", slots.thing)
    .replaceAll("{day}", slots.day)
    .replaceAll("{name}", slots.name)
    .replaceAll("{number}", slots.number)
    .replaceAll("{city}", slots.city);
}

function systemPart(random: Random): Message[] {
  if (random.chance(0.6)) return [];
  return [{ role: "system", content: random.pick(SYSTEM) }];
}

function apology(random: Random, problems: readonly string[]): string {
  const isComplaint = COMPLAINTS.some(([texts]) => texts === problems);
  return isComplaint && random.chance(0.6)
    ? random.pick(["I am sorry about that. ", "I am sorry to hear that. "])
    : "";
}

function thanks(random: Random): Message[] {
  if (random.chance(0.7)) return [];
  return turn(
    random.pick(["Thank you!", "Thanks a lot.", "Great, thank you.", "That helps, thanks.", "Perfect."]),
    random.pick([
      "You are welcome!",
      "Gladly. Have a nice day!",
      "You are welcome. Is there anything else?",
      "My pleasure!",
    ]),
  );
}

const SYSTEM = [
  "You are a polite service agent.",
  "You work for a shop. Be kind and short.",
  "You answer customers politely.",
  "You are a helpful assistant of a shop.",
  "Be polite and helpful.",
];
const OPENINGS = ["Hello, ", "Hi, ", "Good morning. ", "Hello. ", "Dear team, ", "Excuse me, "];
const CLOSINGS = [
  " Is there anything else I can do?",
  " Thank you for your patience.",
  " Have a nice day!",
  " Thank you for writing to us.",
];

type Case = readonly [problems: readonly string[], answers: readonly string[]];

const COMPLAINTS: readonly Case[] = [
  [
    ["where is my {thing}?", "my {thing} has not arrived.", "my parcel with the {thing} is late."],
    [
      "Could you please tell me your order number?",
      "I will look for your {thing}. What is your order number?",
    ],
  ],
  [
    ["my {thing} is broken.", "the {thing} arrived broken.", "the {thing} does not work."],
    [
      "We will send you a new {thing}.",
      "Would you like a new {thing} or your money back?",
      "Please send the {thing} back. We will repair it.",
    ],
  ],
  [
    ["I want my money back.", "can I get a refund for the {thing}?", "please refund my {thing}."],
    [
      "Of course. You will have your money back within five days.",
      "Certainly. We will refund the {thing} today.",
    ],
  ],
  [
    ["I forgot my password.", "I cannot sign in."],
    [
      "Please use the link on the sign-in page to set a new password.",
      "I have sent you a link to set a new password.",
    ],
  ],
  [
    ["you sent me the wrong {thing}.", "this is not the {thing} that I ordered."],
    ["We will send the right {thing} today.", "Please keep it. The right {thing} is on its way."],
  ],
];

const REQUESTS: readonly Case[] = [
  [
    ["my order number is {number}.", "it is order {number}.", "the number is {number}."],
    [
      "Thank you. Order {number} is on its way.",
      "Thank you! I can see order {number}. It will arrive on {day}.",
    ],
  ],
  [
    ["when do you open?", "are you open on {day}?", "what are your hours?"],
    ["We are open from nine to six, also on {day}.", "Yes, we are open on {day} from nine to six."],
  ],
  [
    ["how much is the {thing}?", "what does the {thing} cost?", "is the {thing} expensive?"],
    ["The {thing} costs {number} euros.", "It is {number} euros. Would you like to buy the {thing}?"],
  ],
  [
    ["do you have a {thing}?", "I am looking for a {thing}.", "can I buy a {thing} here?"],
    [
      "Yes, we have a {thing} for you.",
      "Yes, of course. Which {thing} would you like?",
      "We have no {thing} today. It will be here on {day}.",
    ],
  ],
  [
    ["I want to cancel my order.", "please cancel the {thing}.", "can I cancel my booking?"],
    ["Certainly. Your order is cancelled.", "Of course. I have cancelled it for you."],
  ],
  [
    ["please book a table for {day}.", "I need a table on {day}.", "do you have a table for {day}?"],
    ["Gladly. For how many people?", "Your table for {day} is booked. See you then!"],
  ],
  [
    [
      "I need a room in {city}.",
      "please find me a hotel in {city}.",
      "do you have a room in {city} on {day}?",
    ],
    [
      "Gladly. For how many nights do you need the room in {city}?",
      "There is a room in {city} on {day}. Shall I book it?",
    ],
  ],
  [
    ["can I speak to a person?", "I want to talk to someone.", "please call me back."],
    ["Of course. A colleague will call you on {day}.", "Certainly. {name} will call you soon."],
  ],
  [
    ["my address has changed.", "I moved to {city}.", "please send it to {city}."],
    ["Thank you. I have changed the address to {city}.", "What is your new address in {city}?"],
  ],
  [
    ["do you deliver to {city}?", "can you send a {thing} to {city}?"],
    ["Yes, we deliver to {city} within three days.", "Yes, gladly. Sending it to {city} is free."],
  ],
];
