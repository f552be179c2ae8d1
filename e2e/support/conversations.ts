import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SERVICE } from "./fixtures.ts";

const TOPICS = [
  "a table for two",
  "a dentist",
  "a flight to Oslo",
  "a song",
  "a bus ticket",
  "the weather",
  "a hotel",
  "a film",
];

/** A small set of made-up conversations in the three shapes that the importer reads, with one line that it cannot read. */
export function smallConversations(): string {
  const lines = TOPICS.flatMap((topic, i) => [openAiChat(topic, i), shareGpt(topic, i), dialogue(topic, i)]);
  const file = path.join(fs.mkdtempSync(path.join(tmpdir(), "spindle-conversations-")), "small.jsonl");
  fs.writeFileSync(
    file,
    [...lines.map((line) => JSON.stringify(line)), '{"messages": "not a list"}', ""].join("\n"),
  );
  return file;
}

function openAiChat(topic: string, i: number) {
  return {
    messages: [
      { role: "system", content: "You help with bookings." },
      { role: "user", content: `I need ${topic} please (${i}).` },
      { role: "assistant", content: `Which day would suit you for ${topic}?` },
      { role: "user", content: "On Friday." },
      { role: "assistant", content: `Done: ${topic} on Friday.` },
    ],
  };
}

function shareGpt(topic: string, i: number) {
  return {
    conversations: [
      { from: "human", value: `Talk about ${topic}, number ${i}.` },
      { from: "gpt", value: `There is a lot to say about ${topic}.` },
    ],
  };
}

function dialogue(topic: string, i: number) {
  const call = {
    service: "Bookings",
    method: "Find",
    parameters: { topic },
    results: [{ name: `Result ${i}` }],
  };
  return {
    dialogue_id: `small-${i}`,
    services: ["Bookings"],
    turns: [
      { speaker: "user", text: `Can you find ${topic}?` },
      { speaker: "system", text: `I found ${topic}.`, service_calls: [call] },
    ],
  };
}

/** `npm run import`, as its user runs it; gives what it printed. */
export async function importConversations(file: string, project: string): Promise<string> {
  const args = [
    "scripts/launch.mjs",
    "import",
    file,
    "--project",
    project,
    "--url",
    SERVICE.url,
    "--key",
    SERVICE.apiKey,
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${output}`);
  return output;
}
