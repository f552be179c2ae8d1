import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { sampleFile } from "#lib/testing/data/sample-data.ts";
import { type Row, readDialogueRows } from "./dialogue-rows.ts";

const turn = (speaker: string, text: string) => ({ speaker, text });

test("a row is a dialogue's first turns up to a reply; one without a reply is left out", () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-rows-"));
  const file = path.join(folder, "dialogues.jsonl");
  const dialogues = [
    { turns: [turn("user", "one"), turn("system", "two"), turn("user", "three")] },
    { turns: [turn("user", "alone")] },
    {
      turns: ["a", "b", "c", "d", "e", "f", "g", "h"].map((text, at) =>
        turn(at % 2 ? "system" : "user", text),
      ),
    },
  ];
  fs.writeFileSync(file, dialogues.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const { held, trained } = readDialogueRows(file);
  fs.rmSync(folder, { recursive: true });

  expect(held).toEqual([
    {
      messages: [
        { role: "user", content: "one" },
        { role: "assistant", content: "two" },
      ],
    },
  ]);
  expect(trained.map(textOf)).toEqual(["a b c d e f"]);
});

const sample = sampleFile("sgd-dialogues.jsonl");

test.skipIf(sample === null)(
  "no held-out dialogue of the sample data is trained on, and each row ends with a reply",
  () => {
    const { held, trained } = readDialogueRows(sample ?? "");
    const known = new Set(trained.map(textOf));

    expect([trained.length, held.length]).toEqual([448, 64]);
    expect(held.filter((row) => known.has(textOf(row)))).toEqual([]);
    expect([...trained, ...held].filter(({ messages }) => messages.at(-1)?.role !== "assistant")).toEqual([]);
  },
);

function textOf({ messages }: Row): string {
  return messages.map(({ content }) => content).join(" ");
}
