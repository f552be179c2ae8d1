import { expect, test } from "vitest";
import { sampleFile } from "#lib/testing/data/sample-data.ts";
import { readEnglishText, splitText } from "./english-text.ts";

test("every tenth text of each kind is held out, and no other", () => {
  const kind = (name: string) => Array.from({ length: 20 }, (_, at) => `${name}${at}`);

  const { trained, held } = splitText([kind("a"), kind("b")]);

  expect(held).toBe("a9\n\na19\n\nb9\n\nb19\n\n");
  expect(trained.split("\n\n").filter(Boolean)).toEqual(
    [...kind("a"), ...kind("b")].filter((text) => !text.endsWith("9")),
  );
});

test("the alphabet has each character of both parts once, in one order", () => {
  const texts = Array.from({ length: 10 }, (_, at) => (at === 9 ? "€b" : "ba"));

  expect(splitText([texts]).characters).toEqual(["\n", "a", "b", "€"]);
});

test.skipIf(sampleFile("sgd-dialogues.jsonl") === null || sampleFile("gsm8k-train.jsonl") === null)(
  "the text is plain English: questions and answers stand in it as people wrote them",
  () => {
    const text = readEnglishText();

    expect(text?.trained).toContain(
      "I want to make a restaurant reservation for 2 people at half past 11 in the morning.\nWhat city do you want to dine in?",
    );
    expect(text?.trained).not.toMatch(/service_calls|####/);
    expect(text?.characters.length).toBeLessThan(100);
  },
);
