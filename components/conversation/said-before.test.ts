import { expect, test } from "vitest";
import { saidIn, unsaidIn } from "./said-before.ts";

const ASKED = "Find me a Southern place in San Jose for two, March 2nd at half past 11. Pets: 3.";

test("of what a program was asked with, what nobody said is found", () => {
  const searched = {
    city: "San Jose",
    cuisine: "American",
    seats: "2",
    date: "2019-03-02",
    time: "11:30",
    near: { street: "Main Street", pets: 3, cats: 30 },
    has_seating: "True",
    tags: ["southern", "cheap"],
  };
  expect(unsaidIn(searched, saidIn([ASKED]))).toEqual(["/cuisine", "/near/street", "/near/cats", "/tags/1"]);
});

test("what is part of another word or number was not said, and case, punctuation and a plural make no difference", () => {
  const said = saidIn(["Restaurant_names, please: O'Hara's (23 of them). 東京の天気"]);
  const found = ["restaurant names", "restaurants", "o hara", "23", "東京"].map((value) => said(value));
  expect(found).toEqual([true, true, true, true, true]);
  expect([said("2"), said("aur"), said("tea")]).toEqual([false, false, false]);
});

test("times are found as people say them", () => {
  const said = saidIn(["Lunch at noon, then 1 pm, quarter to five and 6:15 pm."]);
  expect(["12:00", "13:00", "16:45", "18:15", "14:00"].map((time) => said(time))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});
