import { expect, test } from "vitest";
import { SECRET_KINDS } from "#lib/contract/datasets/recipe.ts";
import { maskSecrets, maskSecretsIn } from "./secrets.ts";

test.each([
  ["write to ada.l@example.co.uk today", "write to <EMAIL> today"],
  ["my card is 4111 1111 1111 1111.", "my card is <CARD>."],
  ["to DE89 3704 0044 0532 0130 00 please", "to <IBAN> please"],
  ["call +49 30 901820 or 0171 5551234", "call <PHONE> or <PHONE>"],
  ["key sk-proj-a8Fk29dLq0ZmXv71TbYc here", "key <KEY> here"],
])("%s", (text, masked) => {
  expect(maskSecrets(text, SECRET_KINDS).text).toBe(masked);
});

test.each([
  "order 4111 1111 1111 1112 of 2026",
  "commit a4111111111111111f",
  "DE00 3704 0044 0532 0130 00",
  "sk-aaaaaaaaaaaaaaaaaaaaaaaa",
  "on 2026-11-23 at 14:05:09, 12 of 100 for 19.99",
  "see example.com/a@b and @ada",
])("what only looks like one stays: %s", (text) => {
  expect(maskSecrets(text, ["key", "card", "email", "iban"]).text).toBe(text);
});

test("texts are masked however deep they lie, only of the kinds that are asked for, and keys stay", () => {
  const body = { messages: [{ role: "user", content: "I am a@b.example" }], n: 1, "c@d.example": null };
  expect(maskSecretsIn(body, ["email"])).toEqual({
    value: { messages: [{ role: "user", content: "I am <EMAIL>" }], n: 1, "c@d.example": null },
    found: new Set(["email"]),
  });
  expect(maskSecretsIn(body, ["card"])).toEqual({ value: body, found: new Set() });
});

test("long runs of letters are read to their end, whatever they might become", () => {
  const runs = [
    "a".repeat(500_000),
    `a@${"a-.".repeat(200_000)}`,
    "a@".repeat(200_000),
    "1 ".repeat(200_000),
    "sk-".repeat(200_000),
  ];
  for (const run of runs) maskSecrets(run, SECRET_KINDS);
  const mail = maskSecrets(`${"a".repeat(500_000)}@example.com`, ["email"]);
  expect(mail.text).toBe("<EMAIL>");
});
