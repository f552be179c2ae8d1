import { expect, test } from "vitest";
import {
  emptyWords,
  noteChoices,
  noteMark,
  notesMeant,
  notLookedWords,
  secretWords,
  unmarkedSecrets,
} from "./row-note-words.ts";

test("rows that hold what looks like a secret are counted by its kind, the worst first", () => {
  expect(secretWords({ notes: { key: 4 } })).toBe("4 rows hold what looks like a key");
  expect(secretWords({ notes: { key: 1, email: 2, empty_question: 9 } })).toBe(
    "1 row holds what looks like a key, 2 an email address",
  );
  expect([secretWords({ notes: {} }), secretWords({ notes: null })]).toEqual([null, null]);
});

test("rows with a message that says nothing are counted by whose it is", () => {
  expect(emptyWords({ notes: { empty_question: 1, key: 2 } })).toBe("1 row has an empty question");
  expect(emptyWords({ notes: { empty_question: 2, empty_answer: 1 } })).toBe(
    "2 rows have an empty question, 1 row teaches an empty answer",
  );
  expect([emptyWords({ notes: { key: 2 } }), emptyWords({ notes: null })]).toEqual([null, null]);
});

test("a version is narrowed to what its rows have, and an address to what its word means", () => {
  expect(noteChoices({ notes: { key: 2, email: 1, empty_answer: 1 } }).map(({ value }) => value)).toEqual([
    "secret",
    "key",
    "email",
    "empty_answer",
  ]);
  expect(noteChoices({ notes: { key: 2 } })).toEqual([
    { value: "key", label: "Holds what looks like a key (2)" },
  ]);
  expect(notesMeant("secret")).toContain("iban");
  expect(notesMeant("empty")).toEqual(["empty_question", "empty_answer"]);
  expect([notesMeant("key"), notesMeant("other"), notesMeant(null)]).toEqual([["key"], null, null]);
  expect(noteMark("empty_question")).toBe("Empty question");
});

test("a version from before rows had notes says what was counted then, and that its rows are not marked", () => {
  const version = (
    secrets: Record<string, number>,
    { action = "report", notes = null as null | object } = {},
  ) => ({ counts: { notes, secrets }, recipe: { secrets: { action, kinds: [] } } }) as never;
  expect(unmarkedSecrets(version({ key: 2 }))).toBe("2 rows hold what looks like a key");
  expect(notLookedWords(version({ key: 2 }))).toMatch(
    /^2 rows hold what looks like a key\. Build again to have/,
  );
  expect(notLookedWords(version({}))).toMatch(/^Built before secrets/);
  // What was masked then is in no row.
  expect(unmarkedSecrets(version({ key: 2 }, { action: "mask" }))).toBeNull();
  const newer = version({ key: 2 }, { notes: { key: 2 } });
  expect([unmarkedSecrets(newer), notLookedWords(newer)]).toEqual([null, null]);
});
