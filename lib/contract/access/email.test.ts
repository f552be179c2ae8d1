import { expect, test } from "vitest";
import * as z from "#lib/contract/zod.ts";
import { email, normalizeEmail } from "./email.ts";

test.each([
  ["Ada@Example.COM", "ada@example.com"],
  ["  ada@example.com ", "ada@example.com"],
  ["admin@localhost.localdomain", "admin@localhost.localdomain"],
  ["müller@example.com", "müller@example.com"],
])("%s is kept as %s", (typed, kept) => {
  expect(normalizeEmail(typed)).toBe(kept);
});

test.each([
  "no address",
  "a@b@c",
  "@example.com",
  "ada@",
  "ada＠example.com",
  "ａda@example.com",
  "ada@exam\u200bple.com",
  "oﬃce@example.com",
  "ada@example.com\u0000",
  `${"x".repeat(250)}@example.com`,
])("%s is not an address", (typed) => {
  expect(normalizeEmail(typed)).toBe(null);
  expect(z.safeDecode(email, typed).success).toBe(false);
});
