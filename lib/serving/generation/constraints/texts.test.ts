import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TooManyReadings } from "./bytes/too-many-readings.ts";
import { grammarConstraint } from "./grammar.ts";
import { BYTE_TOKENS, drawFrom, randomReply, takes } from "./random-reply.ts";
import { regexConstraint } from "./regex.ts";
import { UnsupportedSchema } from "./schema/unsupported-schema.ts";

const EXPRESSIONS = [
  "[a-c]{2,4}",
  "a|b+c?",
  "(foo|bar)*",
  "\\d{3}-\\d{4}",
  "[^a-z\\s]+",
  "é|日本|💩",
  "^a$",
  "(?<year>\\d{4})(?:-\\d\\d)?",
  "\\w+@\\w+\\.(com|org)",
];

describe("an expression", () => {
  test.each(EXPRESSIONS)("of %s takes whole texts as the runtime does", (source) => {
    const whole = new RegExp(`^(?:${source})$`, "u");
    const make = regexConstraint(source, BYTE_TOKENS);
    for (let seed = 0; seed < 20; seed++) {
      const text = randomReply(make(), drawFrom(seed));
      if (text !== null) expect(text).toMatch(whole);
    }
    const near = fc.string({
      unit: fc.constantFrom("a", "b", "c", "foo", "bar", "é", "1", "-", "@", ".com", "💩"),
    });
    fc.assert(
      fc.property(near, (text) => {
        expect([text, takes(make(), text)]).toEqual([text, whole.test(text)]);
      }),
      { seed: 31, numRuns: 200 },
    );
  });

  test.each(["(a)\\1", "a\\b", "(?<=a)b", "(", "[z-a]", "a{2,1}", "[^\\s\\S]", "(a|b)*a(a|b){20}"])(
    "of %s is refused",
    (source) => {
      expect(() => regexConstraint(source, BYTE_TOKENS)).toThrow(UnsupportedSchema);
    },
  );
});

const ARITHMETIC = `
# sums of products
root ::= term (ws [-+] ws term)*
term ::= factor ("*" factor)*
factor ::= [0-9]+ | "(" root ")"
ws ::= " "?
`;
const LARK = `
?start: NAME "=" value -> assignment
value: NUMBER | list
list: "[" [value ("," value)*] "]"  // brackets without quotes make optional
NAME: /[a-z]+/
NUMBER: /[0-9]{1,3}/
`;

describe("a grammar", () => {
  test("takes its texts, also those that nest, and no others", () => {
    const takesOf = (text: string) => takes(grammarConstraint(ARITHMETIC, BYTE_TOKENS)(), text);
    for (const text of ["1", "12+3", "1 + (2*3)", "((((7))))*2", "1-2-3"])
      expect([text, takesOf(text)]).toEqual([text, true]);
    for (const text of ["", "1+", "(1", "1)", "1  +2", "a"])
      expect([text, takesOf(text)]).toEqual([text, false]);
  });

  test("may be written as Lark has it", () => {
    const takesOf = (text: string) => takes(grammarConstraint(LARK, BYTE_TOKENS)(), text);
    for (const text of ["a=1", "ab=[]", "x=[1,[22,[333]]]"])
      expect([text, takesOf(text)]).toEqual([text, true]);
    for (const text of ["A=1", "a=1234", "a=[1,]", "a="])
      expect([text, takesOf(text)]).toEqual([text, false]);
  });

  test("that is drawn from by chance gives texts that it takes", () => {
    const make = grammarConstraint(ARITHMETIC, BYTE_TOKENS);
    for (let seed = 0; seed < 50; seed++) {
      const text = randomReply(make(), drawFrom(seed));
      if (text !== null) expect([text, takes(make(), text)]).toEqual([text, true]);
    }
  });

  test("repeats as often as it says", () => {
    const makeOf = grammarConstraint('root ::= "a"{2,3} ("b" | "c"){1} "d"? "e"*', BYTE_TOKENS);
    const takesOf = (text: string) => takes(makeOf(), text);
    for (const text of ["aab", "aaacdee", "aace"]) expect([text, takesOf(text)]).toEqual([text, true]);
    for (const text of ["ab", "aaaab", "aabc", "aabdd"]) expect([text, takesOf(text)]).toEqual([text, false]);
  });

  test("with many ways to read one text keeps no more of them than it has rules", () => {
    const make = grammarConstraint('root ::= "a" root "b" | "a" root "c" | "a"', BYTE_TOKENS);
    const text = `${"a".repeat(200)}${"bc".repeat(99)}b`;
    expect(takes(make(), text)).toBe(true);
  });

  test("asks no way to read the text twice where it cannot continue", () => {
    const make = grammarConstraint('root ::= "a" root root root | "a" root | "a"', BYTE_TOKENS);
    expect(takes(make(), "a".repeat(60))).toBe(true);
    expect(takes(make(), `${"a".repeat(60)}b`)).toBe(false);
  });

  test("that counts within counts is given up where its ways to read a text add up", () => {
    const make = grammarConstraint('root ::= ((("a"{1,99}){1,99}){1,99}){1,99}', BYTE_TOKENS);
    expect(takes(make(), "a".repeat(8))).toBe(true);
    expect(() => takes(make(), "a".repeat(40))).toThrow(TooManyReadings);
  });

  test.each([
    ['root ::= root "a" | "a"', "begins with itself"],
    ["root ::= other", "no rule other"],
    ['root ::= "a" root', "never comes to an end"],
    ['root ::= ("a"?)*', "repeats what may be empty"],
    ["start: %import common", "%import"],
    ["", "no rules"],
    ['"a" ::= "b"', "a rule should begin"],
    ['root ::= ("a"', "lacks its )"],
    ["root ::= [z-a]", "runs backwards"],
    ["root ::= §", "cannot be read at"],
  ])("of %s is refused, with the reason", (source, reason) => {
    const make = () =>
      grammarConstraint(source.replace("start: %import common", "%import common.WS\nstart: WS"), BYTE_TOKENS);
    expect(make).toThrow(UnsupportedSchema);
    expect(make).toThrow(reason);
  });
});
