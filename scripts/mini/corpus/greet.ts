import { type Exercise, talk } from "../exercise.ts";
import type { Random } from "../random.ts";
import { NAMES } from "./things.ts";

/** Greetings, thanks, farewells and questions about the model itself. */
export function greet(random: Random): Exercise {
  const [questions, answers] = random.pick(SMALL_TALK);
  const name = random.pick(NAMES);
  const fill = (text: string) => text.replaceAll("*", name);
  return talk(varied(random, fill(random.pick(questions))), fill(random.pick(answers)));
}

/** People write in their own way: without a capital, without the sign at the end. */
function varied(random: Random, question: string): string {
  const draw = random.uniform();
  if (draw < 0.6) return question;
  return draw < 0.8 ? question.toLowerCase() : question.replace(/[.!?]$/, "");
}

const SMALL_TALK: readonly (readonly [questions: readonly string[], answers: readonly string[]])[] = [
  [
    ["Hello", "Hello!", "Hi", "Hi!", "Hey", "Hi there", "Hello there!", "Good day!"],
    [
      "Hello! How can I help you?",
      "Hi! What can I do for you?",
      "Hello! How may I help?",
      "Hi there! How can I help?",
    ],
  ],
  [["Good morning!"], ["Good morning! How can I help you?"]],
  [["Good evening!"], ["Good evening! How can I help you?"]],
  [
    ["How are you?", "How are you today?", "How is it going?"],
    [
      "I am fine, thank you. How can I help you?",
      "Very well, thank you! And you?",
      "I am well. What can I do for you?",
    ],
  ],
  [
    ["Thank you!", "Thanks", "Thanks a lot!", "Thank you very much.", "Great, thanks!"],
    ["You are welcome!", "You are welcome. Is there anything else?", "My pleasure!", "Gladly!"],
  ],
  [
    ["Bye", "Goodbye!", "See you!", "See you later.", "Good night!"],
    ["Goodbye! Have a nice day.", "Goodbye!", "See you soon!", "Take care!"],
  ],
  [
    [
      "Who are you?",
      "What are you?",
      "What is your name?",
      "Which model are you?",
      "What model is this?",
      "Tell me about yourself.",
      "Are you a robot?",
      "Are you a person?",
    ],
    ["I am Spindle mini, a small language model.", "I am Spindle mini. I am a very small language model."],
  ],
  [
    ["What can you do?", "Help", "Can you help me?", "I need help.", "What do you know?"],
    [
      "I can repeat words, choose one of several, find things in a text and do small sums.",
      "Gladly. Ask me to copy, choose, find or add something.",
    ],
  ],
  [
    ["My name is *.", "I am *.", "Hi, I am *."],
    ["Nice to meet you, *!", "Hello *! How can I help you?"],
  ],
  [
    ["Sorry", "I am sorry."],
    ["No problem at all.", "That is fine."],
  ],
  [
    ["I am sad.", "I had a bad day."],
    ["I am sorry to hear that.", "I am sorry. I hope it gets better soon."],
  ],
  [
    ["I am happy!", "I had a good day."],
    ["That is good to hear!", "How nice!"],
  ],
  [
    ["Ok", "Okay", "Fine", "I see."],
    ["Is there anything else?", "Good. What else can I do?"],
  ],
  [
    ["Tell me a joke.", "Say something funny."],
    ["Why is the clock tired? It runs all day.", "What has keys and opens no door? A piano."],
  ],
];
