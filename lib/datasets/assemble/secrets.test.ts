import { expect, test } from "vitest";
import { SECRET_KINDS } from "#lib/contract/datasets/recipe.ts";
import { maskSecrets, maskSecretsIn } from "./secrets.ts";

test.each([
  ["write to ada.l@example.co.uk today", "write to <EMAIL> today"],
  ["my card is 4111 1111 1111 1111.", "my card is <CARD>."],
  ["to DE89 3704 0044 0532 0130 00 please", "to <IBAN> please"],
  ["call +49 30 901820 or 0171 5551234", "call <PHONE> or <PHONE>"],
  ["key sk-proj-a8Fk29dLq0ZmXv71TbYc here", "key <KEY> here"],
  ["my card is 4111\u00a01111\u00a01111\u00a01111.", "my card is <CARD>."],
  ["to de89 3704 0044 0532 0130 00 please", "to <IBAN> please"],
  ["with ya29.a0AfH6SMBx7Qk2ZtP9 now", "with <KEY> now"],
  ["postgres://ada:hunter2@db.example.com/x and //a:b", "postgres://<KEY>@db.example.com/x and //a:b"],
  [
    "-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: AES-128-CBC\nMIIEow\n-----END RSA PRIVATE KEY-----\nso",
    "<KEY>\nso",
  ],
  ["it begins -----BEGIN PRIVATE KEY----- there", "it begins <KEY> there"],
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
  "local-development-environment-setup",
  "http://localhost:3000/users@home and https://example.com:8080/a",
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
    "-----BEGIN PRIVATE KEY-----".repeat(20_000),
    "a://".repeat(100_000),
    "a://b:".repeat(100_000),
  ];
  for (const run of runs) maskSecrets(run, SECRET_KINDS);
  const mail = maskSecrets(`${"a".repeat(500_000)}@example.com`, ["email"]);
  expect(mail.text).toBe("<EMAIL>");
});

test("a secret that is spread over the parts of a message is masked where it begins", () => {
  const content = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));
  const key = content("My key: sk-proj-Ab3dEf", "6hIj9kLmN0pQ", "7rSt8uVw now", " or a@b", ".example");
  expect(maskSecretsIn({ content: key }, SECRET_KINDS)).toEqual({
    value: { content: content("My key: <KEY>", "", " now", " or <EMAIL>", "") },
    found: new Set(["key", "email"]),
  });
  const many = content(...Array.from({ length: 30_000 }, () => ["a@b", ".example "]).flat());
  expect(maskSecretsIn({ content: many.slice(0, 6) }, SECRET_KINDS).value).toEqual({
    content: content("<EMAIL>", " ", "<EMAIL>", " ", "<EMAIL>", " "),
  });
  expect(maskSecretsIn({ content: many }, SECRET_KINDS).found).toEqual(new Set(["email"]));
  const plain = content("mail a@b.example", "or call 0171 55", "51234");
  expect(maskSecretsIn(plain, SECRET_KINDS)).toEqual({
    value: content("mail <EMAIL>", "or call 0171 55", "51234"),
    found: new Set(["email"]),
  });
});

test("what escapes of JSON hide in a call's arguments is masked there, and the rest stays to the letter", () => {
  const args = String.raw`{"n": 1.0, "mail": "bob\u0040example.com", "in": "{\"k\": \"a\\u0040b.example\"}", "line": "a\nb"}`;
  const masked = String.raw`{"n": 1.0, "mail": "<EMAIL>", "in": "{\"k\": \"<EMAIL>\"}", "line": "a\nb"}`;
  expect(maskSecretsIn({ arguments: args }, SECRET_KINDS)).toEqual({
    value: { arguments: masked },
    found: new Set(["email"]),
  });
  const broken = String.raw`{"mail": "bob\u0040example.com"`;
  expect(maskSecretsIn(broken, SECRET_KINDS).value).toBe(broken);
  const deep = `${"[".repeat(100_000)}"\\n"${"]".repeat(100_000)}`;
  expect(maskSecretsIn(deep, SECRET_KINDS).value).toBe(deep);
});
