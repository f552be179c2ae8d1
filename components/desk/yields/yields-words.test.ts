import { expect, test } from "vitest";
import { yieldsWords } from "./yields-words.ts";

const nothing = (reason: "no_answer" | "tie" | "retracted", meaning: string) => ({
  kind: "sft" as const,
  rows: [],
  rejections: [{ reason, meaning, detail: "" }],
});

test("what an answer yields is counted by what a row is, or the reason is given", () => {
  const sft = { kind: "sft" as const, rows: [{}], rejections: [] };
  const pairs = { kind: "preference" as const, rows: [{}, {}], rejections: [] };
  expect(yieldsWords([sft, nothing("tie", "Both are equal"), pairs])).toBe("1 row · 2 pairs");
  expect(yieldsWords([nothing("no_answer", "Nobody answered"), nothing("tie", "Both are equal")])).toBe(
    "nothing: both are equal",
  );
  expect(yieldsWords([nothing("no_answer", "Nobody answered")])).toBe("nothing yet");
  // To the person whose answers they are.
  expect(yieldsWords([nothing("retracted", "What was said of it was retracted")])).toBe(
    "nothing: your answers are retracted",
  );
});
