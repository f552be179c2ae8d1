import { expect, test } from "vitest";
import type { ItemAnswer } from "#lib/contract/annotation/queue-lead.ts";
import { letterAt, letteredAnswers } from "./letters.ts";

function answer(itemId: string, annotatorUserId: string, state = "completed"): ItemAnswer {
  return {
    itemId,
    annotatorUserId,
    name: annotatorUserId,
    state,
    skipReason: null,
    isFlagged: false,
    flagNote: "",
    sentBack: null,
    activeMs: 0,
    finishedAt: null,
    values: {},
    earlierVersions: {},
    notes: [],
    reactions: [],
    correction: null,
    preference: null,
  };
}

const order = (itemId: string, people: readonly string[]) =>
  letteredAnswers(people.map((person) => answer(itemId, person))).map(({ answer: { name } }) => name);

test("The letters of an item do not depend on the order in which the answers are read", () => {
  expect(order("item-1", ["ida", "ben", "cho"])).toEqual(order("item-1", ["cho", "ida", "ben"]));
});

test("Nobody has the same letter in each item", () => {
  const first = new Set<string | undefined>();
  for (let i = 0; i < 40; i++) first.add(order(`item-${i}`, ["ida", "ben", "cho"])[0]);
  expect([...first].sort()).toEqual(["ben", "cho", "ida"]);
});

test("Only finished answers have letters", () => {
  const all = [answer("i", "ida"), answer("i", "ben", "skipped"), answer("i", "cho", "in_progress")];
  expect(letteredAnswers(all).map(({ letter, answer: { name } }) => [letter, name])).toEqual([["A", "ida"]]);
});

test("Letters continue past Z", () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letterAt)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});
