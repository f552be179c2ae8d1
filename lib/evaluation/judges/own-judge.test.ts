import { expect, test } from "vitest";
import { queryDatasetRows } from "#lib/contract/datasets/dataset-versions.ts";
import { judgeTemplate } from "#lib/contract/evaluation/judge-prompt.ts";
import { renderTemplate, variablesOf } from "#lib/evaluation/graders/render-template.ts";
import { endedCalls } from "#lib/evaluation/trial-calls.internal.ts";
import { measuredRow } from "#lib/evaluation/work/measured-row.ts";
import { workingCtx } from "#lib/evaluation/work/working-ctx.internal.ts";
import {
  aDataset,
  anIntentQueue,
  aVersion,
  becomeTalk,
  intentRecipe,
} from "#lib/testing/data/dataset-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
const QUESTION = "Is the answer {{good}}? Answer with one of: true, false.";

/** Turns of two people, and words that a template must not touch. */
const TALK = {
  inputs: {
    messages: [
      { role: "system", content: "Be kind. {{item.reference}} $&" },
      { role: "user", content: "Where is parcel 7?" },
      { role: "assistant", content: "Which town?" },
      { role: "user", content: "Bern, $1" },
    ],
  },
  output: { role: "assistant", content: "It is in {{sample.output_text}} Bern." },
};

test("a judge is asked in the very words that it has learned, of calls and of the rows of an evaluation", async () => {
  const review = await anIntentQueue(api, { items: 3, people: 1 });
  const { desk } = review;
  const place = { project: desk.project, caller: desk.caller };
  await becomeTalk(api, desk.items[0]?.callId ?? "", TALK);
  for (const item of [0, 1, 2]) await review.say(0, item, { good: item !== 1 });
  const recipe = intentRecipe(
    review,
    { use: "judge", field: review.ref("good"), question: QUESTION },
    { split: { held_out: 0 } },
  );
  const dataset = await aDataset(api, place, recipe);
  await aVersion(api, place, dataset.id);
  const { rows } = await api.call(desk.caller, queryDatasetRows, {
    ...{ projectId: desk.project.path, datasetId: dataset.id, version: "latest" },
    ...{ limit: 10, offset: 0 },
  });
  const learned = rows.map(({ row }) => JSON.parse(JSON.stringify(row)).messages);
  const [entity = "", project = ""] = desk.project.path.split("/");
  const ctx = await workingCtx(api.db, {
    ...{ userId: desk.caller.userId, projectId: desk.project.id, entity, project },
    ...{ purpose: "test", needs: [] },
  });
  if (!ctx) throw new Error("The lead may not act");
  const calls = await endedCalls(
    ctx,
    desk.items.map(({ callId }) => callId),
  );
  const asked = [...calls.values()].map(({ sample, item }) =>
    renderTemplate(judgeTemplate(QUESTION), variablesOf(sample, item)),
  );
  expect(new Set(learned.map(([message]: { content: string }[]) => message?.content))).toEqual(
    new Set(asked),
  );
  const [first] = learned.filter(([message]: { content: string }[]) => message?.content.includes("Bern"));
  expect(first).toEqual([
    {
      role: "user",
      content: [
        "Is the answer good? Answer with one of: true, false.",
        "",
        "Conversation:",
        "system: Be kind. {{item.reference}} $&",
        "user: Where is parcel 7?",
        "assistant: Which town?",
        "user: Bern, $1",
        "",
        "Answer:",
        "It is in {{sample.output_text}} Bern.",
      ].join("\n"),
    },
    { role: "assistant", content: "true" },
  ]);
  expect(learned.map((messages: { content: string }[]) => messages[1]?.content).sort()).toEqual([
    ...["false", "true", "true"],
  ]);
  const row = measuredRow({ prompt: TALK.inputs.messages });
  expect(renderTemplate("{{item.conversation}}", { item: row?.item ?? {}, sample: {} })).toBe(
    TALK.inputs.messages.map(({ role, content }) => `${role}: ${content}`).join("\n"),
  );
});
