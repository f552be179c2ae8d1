import type { Exercise, Message, Tool, ToolCall } from "../exercise.ts";
import type { Random } from "../random.ts";
import { renderReply } from "../render.ts";
import { greet } from "./greet.ts";
import { madeUpWord } from "./texts.ts";
import { CITIES, COLOURS, NAMES, WORDS } from "./things.ts";

/** Tools are offered; the right one is called with what the user said, and its result is told. A greeting needs none of them. */
export function callTool(random: Random): Exercise {
  const kinds = random.sample(TOOLS, random.integer(1, 2));
  const tools = kinds.map(({ tool }) => tool(random));
  if (random.chance(0.12)) return { ...greet(random), tools };
  const at = random.integer(0, kinds.length - 1);
  const drawn = kinds[at]?.draw(random);
  const name = tools[at]?.function.name;
  if (!drawn || !name) throw new RangeError(`There is no tool ${at} among ${kinds.length}`);
  return { ...callOne(random, name, drawn), tools };
}

function callOne(random: Random, name: string, drawn: Drawn): Exercise {
  const messages: Message[] = [
    ...(random.chance(0.2) ? [{ role: "system", content: "You are a helpful assistant." } as const] : []),
    { role: "user", content: drawn.question },
    { role: "assistant", content: "", tool_calls: [callOf(name, drawn.arguments)] },
    ...(random.chance(0.4) ? [] : resultOf(drawn)),
  ];
  const last = messages.at(-1);
  const accepted = last ? [renderReply(last)] : [];
  return { messages, essence: `tool: ${JSON.stringify(drawn.arguments)}`, accepted };
}

type Drawn = {
  readonly question: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  readonly answer: string;
};

/** A tool, whose name may be a new one each time, and a question that needs it. */
type OfferedTool = { readonly tool: (random: Random) => Tool; readonly draw: (random: Random) => Drawn };

function callOf(name: string, values: Readonly<Record<string, unknown>>): ToolCall {
  return { type: "function", function: { name, arguments: values } };
}

function resultOf({ result, answer }: Drawn): Message[] {
  return [
    { role: "tool", content: JSON.stringify(result) },
    { role: "assistant", content: answer },
  ];
}

function offered(
  names: readonly string[],
  description: string,
  properties: Readonly<Record<string, string>>,
) {
  return (random: Random): Tool => ({
    type: "function",
    function: {
      name: random.chance(0.85) ? random.pick(names) : `${random.pick(names)}_${madeUpWord(random)}`,
      description,
      parameters: {
        type: "object",
        properties: Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, { type }])),
        required: Object.keys(properties),
      },
    },
  });
}

const TOOLS: readonly OfferedTool[] = [
  {
    tool: offered(["get_weather", "weather"], "Weather in a city", { city: "string" }),
    draw: (random) => {
      const city = random.pick(CITIES);
      const weather = random.pick(["sunny", "rainy", "cloudy", "windy", "cold", "warm"]);
      return {
        question: random.pick([
          `What is the weather in ${city}?`,
          `How is the weather in ${city} today?`,
          `Weather in ${city}?`,
        ]),
        arguments: { city },
        result: { weather },
        answer: `It is ${weather} in ${city}.`,
      };
    },
  },
  {
    tool: offered(["add", "sum"], "Adds two numbers", { a: "number", b: "number" }),
    draw: (random) => {
      const a = random.integer(0, 99);
      const b = random.integer(0, 99);
      return {
        question: random.pick([`What is ${a} + ${b}?`, `Add ${a} and ${b}.`]),
        arguments: { a, b },
        result: { result: a + b },
        answer: `It is ${a + b}.`,
      };
    },
  },
  {
    tool: offered(["get_order", "find_order"], "Finds an order", { order_id: "string" }),
    draw: (random) => {
      const order = String(random.integer(100, 9999));
      const state = random.pick(["sent", "packed", "lost", "paid", "delivered"]);
      return {
        question: random.pick([
          `Where is order ${order}?`,
          `What about my order ${order}?`,
          `Check order ${order}.`,
        ]),
        arguments: { order_id: order },
        result: { state },
        answer: `Order ${order} is ${state}.`,
      };
    },
  },
  {
    tool: offered(["search", "find"], "Searches the web", { query: "string" }),
    draw: (random) => {
      const query = random.sample(WORDS, random.integer(1, 3)).join(" ");
      const found = random.integer(0, 99);
      return {
        question: random.pick([`Search for ${query}.`, `Look for ${query}.`, `Find ${query} on the web.`]),
        arguments: { query },
        result: { found },
        answer: `I found ${found} pages about ${query}.`,
      };
    },
  },
  {
    tool: offered(["send_message", "send_mail"], "Sends a message", { to: "string", text: "string" }),
    draw: (random) => {
      const to = random.pick(NAMES);
      const text = random.sample(WORDS, random.integer(1, 4)).join(" ");
      return {
        question: random.pick([`Send ${to} this: ${text}`, `Write to ${to}: ${text}`]),
        arguments: { to, text },
        result: { sent: true },
        answer: `I sent it to ${to}.`,
      };
    },
  },
  {
    tool: offered(["set_light", "light"], "Sets the light", { colour: "string" }),
    draw: (random) => {
      const colour = random.pick(COLOURS);
      return {
        question: random.pick([`Make the light ${colour}.`, `I want ${colour} light.`]),
        arguments: { colour },
        result: { ok: true },
        answer: `The light is ${colour} now.`,
      };
    },
  },
];
