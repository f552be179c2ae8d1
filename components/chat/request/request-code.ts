import type { ChatBody } from "#components/chat/state/chat-messages.ts";
import { quoted } from "#components/ui/text/quoted.ts";

export const CODE_LANGUAGES = [
  { value: "curl", label: "curl", colours: "bash" },
  { value: "python", label: "Python", colours: "python" },
  { value: "typescript", label: "TypeScript", colours: "typescript" },
] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]["value"];

/** The environment variable that programs read the key from. */
const KEY = "SPINDLE_API_KEY";

/** What is shown of a message as it was typed: of none, words that stand where it belongs, since servers refuse an empty one. */
export function messageInCode(typed: string): string {
  return typed || "Write your message here";
}

/** A program that sends just this request; `origin` is where the service is. */
export function requestCode(language: CodeLanguage, body: ChatBody, origin: string): string {
  const base = `${origin}/api/v1`;
  if (language === "curl") return curlCode(body, base);
  return language === "python" ? pythonCode(body, base) : typescriptCode(body, base);
}

function curlCode(body: ChatBody, base: string): string {
  return [
    // Without -N the pieces of a reply are held back.
    `curl -N ${quoted(`${base}/chat/completions`)}`,
    `-H "Authorization: Bearer $${KEY}"`,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body, null, 2))}`,
  ].join(" \\\n  ");
}

function pythonCode(body: ChatBody, base: string): string {
  const fields = Object.entries(body).map(([name, value]) => `    ${name}=${pythonValue(value, "    ")},`);
  return `import os

from openai import OpenAI

client = OpenAI(base_url=${JSON.stringify(base)}, api_key=os.environ["${KEY}"])

chunks = client.chat.completions.create(
${fields.join("\n")}
)
for chunk in chunks:
    for choice in chunk.choices:
        print(choice.delta.content or choice.delta.tool_calls or "", end="", flush=True)
`;
}

/** A literal: of JSON, Python writes only the three words and the nesting otherwise. */
function pythonValue(value: unknown, indent: string): string {
  const inner = `${indent}    `;
  if (Array.isArray(value))
    return block(
      "[",
      value.map((item) => pythonValue(item, inner)),
      "]",
      indent,
    );
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    return block(
      "{",
      entries.map(([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item, inner)}`),
      "}",
      indent,
    );
  }
  if (value === true) return "True";
  if (value === false) return "False";
  return value === null ? "None" : JSON.stringify(value);
}

function block(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}    ${item},\n`).join("")}${indent}${close}`;
}

function typescriptCode(body: ChatBody, base: string): string {
  return `import OpenAI from "openai";

const client = new OpenAI({ baseURL: ${JSON.stringify(base)}, apiKey: process.env.${KEY} });

const chunks = await client.chat.completions.create(${JSON.stringify(body, null, 2)});
for await (const { choices } of chunks)
  for (const { delta } of choices)
    process.stdout.write(delta.content || (delta.tool_calls ? JSON.stringify(delta.tool_calls) : ""));
`;
}
