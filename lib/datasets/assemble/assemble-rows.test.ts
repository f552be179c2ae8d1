import fc from "fast-check";
import { expect, test } from "vitest";
import { Recipe } from "#lib/contract/datasets/recipe.ts";
import { REASONS } from "#lib/contract/datasets/rejections.ts";
import * as z from "#lib/contract/zod.ts";
import { candidatesOf, type SourceFacts } from "#lib/datasets/rows/candidates-of.ts";
import type { SourceItem } from "#lib/datasets/rows/source-item.ts";
import { assembleRows } from "./assemble-rows.ts";

const hash = Buffer.alloc(0);
const USES = [
  { use: "labels", field: "intent" },
  { use: "approved", field: "intent", keep_if: { in: ["a", "b"] } },
  { use: "corrections" },
  { use: "corrected" },
];

const aCall = fc.record({
  isEnded: fc.boolean(),
  inputs: fc.oneof(
    fc.constant({}),
    fc.nat(6).map((n) => ({ messages: [{ role: "user", content: `question ${n}` }] })),
    fc.constant({ messages: [{ role: "user", content: [{ type: "image_url", image_url: "x" }] }] }),
    fc.constant({ question: "Who? ask a@b.example" }),
  ),
  output: fc.constantFrom<unknown>(null, "", "an answer", { role: "assistant", content: "another" }, 7),
  threadId: fc.option(fc.nat(5).map(String)),
  traceId: fc.nat(20).map(String),
});
const anAnswer = fc.record({
  user: fc.nat(3),
  value: fc.constantFrom<unknown>(
    "a",
    "b",
    "c",
    null,
    { path: "output", text: "better" },
    { path: "inputs", text: "x" },
  ),
});
const anItem = fc.record({
  isFlagged: fc.boolean(),
  isSkipped: fc.boolean(),
  call: fc.option(aCall),
  answers: fc.uniqueArray(anAnswer, { maxLength: 4, selector: ({ user }) => user }),
  decided: fc.option(fc.constantFrom("a", "b", null), { freq: 4 }),
});
const aRecipe = fc.record({
  use: fc.constantFrom(...USES),
  rule: fc.constantFrom("majority", "each", "decided"),
  min_answers: fc.integer({ min: 1, max: 3 }),
  near: fc.option(fc.constant(0.8)),
  action: fc.constantFrom("report", "mask", "reject"),
  perPrompt: fc.option(fc.integer({ min: 1, max: 2 })),
  ratio: fc.option(fc.integer({ min: 1, max: 2 })),
});

/** As many items as there are answers, of which each that is used one by one becomes a row or a rejection. */
test("each item, or each answer where they are taken one by one, is a row or a rejection, whatever items there are", async () => {
  await fc.assert(
    fc.asyncProperty(aRecipe, fc.array(anItem, { maxLength: 40 }), async (wanted, made) => {
      const isText = wanted.use.use.startsWith("correct");
      const consensus = isText ? {} : { consensus: { rule: wanted.rule, min_answers: wanted.min_answers } };
      const recipe = z.decode(Recipe, {
        sources: [{ kind: "queue", queue_id: "q", ...wanted.use, ...consensus }],
        dedupe: wanted.near === null ? {} : { near: wanted.near },
        secrets: { action: wanted.action },
        max_per_prompt: wanted.perPrompt,
        balance: wanted.ratio === null ? null : { max_ratio: wanted.ratio },
      });
      const [source] = recipe.sources;
      if (source?.kind !== "queue") throw new Error("The recipe has no queue");
      const read = (value: unknown) => (typeof value === "string" ? value : null);
      const facts: SourceFacts = { used: source, read, posteriors: null };
      const items = made.map(toItem);
      const each = items.map((item) => candidatesOf(item, { source: 0, facts, kind: "sft", recipe }));
      const candidates = each.flatMap((one) => one.candidates);
      const units = each.map(({ unit }) => unit);
      const { rows, rejections } = await assembleRows({ candidates, units }, recipe);
      expect(rows.length + rejections.length).toBe(candidates.length);
      const accounted = [
        ...rows.map(({ value }) => String(value.row_id).split("/")[0]),
        ...rejections.map(({ itemId }) => itemId),
      ];
      expect(new Set(accounted)).toEqual(new Set(items.map(({ itemId }) => itemId)));
      if (!isText && wanted.rule !== "each") expect(candidates).toHaveLength(items.length);
      for (const { reason } of rejections) expect(REASONS).toContain(reason);
      expect(new Set(rows.map(({ value }) => value.row_id)).size).toBe(rows.length);
      const prompts = counted(
        rows.map(({ value: { prompt, messages } }) =>
          JSON.stringify(prompt ?? (messages as unknown[]).slice(0, -1)),
        ),
      );
      expect(Math.max(0, ...prompts)).toBeLessThanOrEqual(wanted.perPrompt ?? rows.length);
      const trained = rows.filter(({ split }) => split === "train");
      const labels = counted(
        trained.map(({ value }) => JSON.stringify((value.messages as unknown[] | undefined)?.at(-1))),
      );
      if (wanted.use.use === "labels" && wanted.ratio !== null && labels.length > 0)
        expect(Math.max(...labels)).toBeLessThanOrEqual(wanted.ratio * Math.min(...labels));
      for (const { value } of rows)
        if (wanted.action !== "report") expect(JSON.stringify(value)).not.toContain("a@b.example");
    }),
    { numRuns: 500 },
  );
});

function counted(texts: readonly string[]): number[] {
  return [...Map.groupBy(texts, (text) => text).values()].map((same) => same.length);
}

function toItem(made: typeof anItem extends fc.Arbitrary<infer T> ? T : never, n: number): SourceItem {
  const { call, answers, decided } = made;
  return {
    itemId: `item${n}`,
    addedAt: new Date(n),
    isFlagged: made.isFlagged,
    isSkipped: made.isSkipped,
    call: call && { ...call, evidence: { kind: "call", id: `call${n}`, userId: null, hash } },
    other: null,
    said: answers.map(({ user, value }) => ({
      value,
      evidence: { kind: "answer", id: `answer${n}.${user}`, userId: `user${user}`, hash },
    })),
    decision:
      decided === null
        ? null
        : {
            value: decided,
            isGold: false,
            evidence: { kind: "decision", id: `item${n}`, userId: "lead", hash },
          },
  };
}
