import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { BagOfWords } from "./bag-of-words.ts";
import { difference, estimate } from "./estimate.ts";
import { drawFigure } from "./figure.ts";
import { drawRequests, SERVICES, saidBy } from "./material.ts";

test("requests are the same for the same seed, no request is drawn twice, and none that was taken", () => {
  const exam = drawRequests(100, 0, new Set());
  const taken = new Set(exam.map(({ text }) => text));
  const drawn = drawRequests(240, 1, new Set(taken));

  expect(drawn).toEqual(drawRequests(240, 1, new Set(taken)));
  expect(drawn).not.toEqual(drawRequests(240, 2, new Set(taken)));
  expect(new Set([...taken, ...drawn.map(({ text }) => text)]).size).toBe(340);
  for (const service of SERVICES) expect(drawn.filter((one) => one.service === service)).toHaveLength(24);
  expect(drawn.filter(({ text }) => /[#@~]/.test(text))).toEqual([]);
});

test("an annotator is wrong as often as said, and names another service then", () => {
  const random = seededRandom(1);
  const said = Array.from({ length: 2_000 }, () => saidBy(0.6, "banks", random));

  expect(said.filter((one) => one !== "banks").length / 2_000).toBeCloseTo(0.6, 1);
  expect(new Set(said)).toEqual(new Set(SERVICES));
  expect(saidBy(0, "banks", random)).toBe("banks");
});

test("the bag of words learns what words say, and not from rows that say otherwise", () => {
  const requests = drawRequests(400, 1, new Set());
  const [rows, asked] = [requests.slice(0, 300), requests.slice(300)];
  const shareOf = (learner: BagOfWords) =>
    asked.filter(({ text, service }) => learner.guess(text) === service).length / asked.length;
  const shifted = rows.map(({ text }, at) => ({ text, service: SERVICES[at % SERVICES.length] ?? "" }));

  expect(shareOf(new BagOfWords(rows))).toBeGreaterThan(0.8);
  expect(shareOf(new BagOfWords(shifted))).toBeLessThan(0.4);
});

test("an interval covers both trainings and questions, and a difference is taken question by question", () => {
  const alike = [
    [1, 1, 0, 0],
    [1, 1, 0, 0],
  ];
  const apart = [
    [1, 1, 1, 1],
    [0, 0, 0, 0],
  ];

  expect(estimate(alike).value).toBe(0.5);
  expect(estimate(apart)).toEqual({ value: 0.5, low: 0, high: 1 });
  expect(difference(alike, alike)).toEqual({ value: 0, low: 0, high: 0 });
});

test("the figure has a line of its own for each arm, in the colours of the product", () => {
  const right = { value: 0.5, low: 0.4, high: 0.6 };
  const line = { answers: 60, rows: "60", wrongRows: "0", right, nll: "", gain: null };
  const svg = drawFigure(
    [
      { ...line, name: "one" },
      { ...line, name: "one", answers: 120 },
      { ...line, name: "two", answers: 120 },
    ],
    [60, 120],
  );

  expect(svg.match(/<polyline/g)).toHaveLength(2);
  expect(svg.match(/<circle/g)).toHaveLength(3);
  expect(svg).toContain("--series-1:oklch(");
  expect(svg).not.toMatch(/NaN|undefined/);
});
