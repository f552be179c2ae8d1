import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import leaked from "./leaked-passwords.table.json" with { type: "json" };

test.each([
  "aaaaaaaaaaaa",
  "abcabcabcabc",
  "123456789012",
  "1234567890123456",
  "210987654321",
  "passwordpassword",
  "Password1234",
  "Password1234!",
  "P@ssw0rd2024!!",
  "qwertyuiop123",
  "qwertyuiopas",
  "1q2w3e4r5t6y",
  "1qaz2wsx3edc",
  "zaq12wsxcde3",
  "administrator",
  "administrator1",
  "admin_welcome_2024",
  "iloveyou1234",
  "letmein-letmein",
  "changeme12345",
  "spindle-admin-1",
])("%s is common", (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test("every leaked password that is long enough is common, however its letters are written", () => {
  expect(leaked.length).toBeGreaterThan(300);
  expect(leaked.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([]);
});

test.each([
  "staple that stays put",
  "correct horse battery staple",
  "a plain sentence for tests",
  "grey kettle whistles",
  "xK9#mQ2$vL7pRw",
  "3141592653589",
  "x9283746501q",
  "monday rain on tin roof",
])("%s is not", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test("a password made of what is known about the person is common", () => {
  const words = ["grace.hopper@example.com", "grace", "hopper"];
  expect(isCommonPassword("grace.hopper@example.com", words)).toBe(true);
  for (const around of ["%1", "%!", "2026%", "%%", "x%", "%-abc", "my%1"])
    expect(isCommonPassword(around.replaceAll("%", "Grace.Hopper@example.com"), words)).toBe(true);
  expect(isCommonPassword("GraceHopper", words)).toBe(false);
  expect(isCommonPassword("grace walks by the river", words)).toBe(false);
  expect(isCommonPassword("Grace-Hopper-1906", words)).toBe(true);
  expect(isCommonPassword("Grace-Hopper-1906")).toBe(false);
});
