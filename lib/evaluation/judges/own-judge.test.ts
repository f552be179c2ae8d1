import { expect, test } from "vitest";
import { queryDatasetRows } from "#lib/contract/datasets/dataset-versions.ts";
import { judgeTemplate } from "#lib/contract/evaluation/judge-prompt.ts";
import { measureGrader } from "#lib/contract/evaluation/judges.ts";
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
import { aGraderIn } from "#lib/testing/data/grader-data.ts";
import { aCompletedJob } from "#lib/testing/data/job-data.ts";
import { aModelIn } from "#lib/testing/data/model-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();
startTestSampler();
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
  const learned = await learnedFrom(desk, dataset.id);
  expect(new Set(learned.map(([message]) => message?.content))).toEqual(new Set(await askedOf(desk)));
  const [first] = learned.filter(([message]) => message?.content.includes("Bern"));
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
  expect(learned.map((messages) => messages[1]?.content).sort()).toEqual([...["false", "true", "true"]]);
  const row = measuredRow({ prompt: TALK.inputs.messages });
  expect(renderTemplate("{{item.conversation}}", { item: row?.item ?? {}, sample: {} })).toBe(
    TALK.inputs.messages.map(({ role, content }) => `${role}: ${content}`).join("\n"),
  );
});

test("a judge reads which tools are called, before the answer and in it, in training as when it is asked", async () => {
  const review = await anIntentQueue(api, { items: 2, people: 1 });
  const { desk } = review;
  const place = { project: desk.project, caller: desk.caller };
  const calls = (id: string, parcel: number) => [
    { id, type: "function", function: { name: "find", arguments: `{"parcel": ${parcel}}` } },
  ];
  const messages = [
    { role: "user", content: "Where are 7 and 8?" },
    { role: "assistant", content: null, tool_calls: calls("c1", 7) },
    { role: "tool", content: "in Bern", tool_call_id: "c1" },
  ];
  const answers = [
    { role: "assistant", content: null, tool_calls: calls("c2", 8) },
    { role: "assistant", content: "One moment.", tool_calls: calls("c2", 8) },
  ];
  for (const [at, output] of answers.entries()) {
    await becomeTalk(api, desk.items[at]?.callId ?? "", { inputs: { messages }, output });
    await review.say(0, at, { good: true });
  }
  const recipe = intentRecipe(
    review,
    { use: "judge", field: review.ref("good"), question: QUESTION },
    { split: { held_out: 0 } },
  );
  const dataset = await aDataset(api, place, recipe);
  await aVersion(api, place, dataset.id);
  const learned = await learnedFrom(desk, dataset.id);
  const before = 'user: Where are 7 and 8?\nassistant: find({"parcel":7})\ntool: in Bern';
  const called = 'find({"parcel":8})';
  const said = learned.map(([message]) => message?.content.split("Conversation:\n")[1]);
  expect(said.sort()).toEqual(
    [called, `One moment.\n${called}`].map((answer) => `${before}\n\nAnswer:\n${answer}`).sort(),
  );
  expect(new Set(learned.map(([message]) => message?.content))).toEqual(new Set(await askedOf(desk)));
  const row = measuredRow({ prompt: messages });
  expect(row?.item.conversation).toBe(before);
});

test("a judge is measured on what its model was not trained on, and says what was left out", async () => {
  const review = await anIntentQueue(api, { items: 12, people: 1 });
  const { desk } = review;
  const place = { project: desk.project, caller: desk.caller };
  for (let item = 0; item < 12; item++) await review.say(0, item, { good: item % 2 === 0 });
  const recipe = intentRecipe(
    review,
    { use: "judge", field: review.ref("good"), question: QUESTION },
    { split: { held_out: 0.5 }, dedupe: { exact: false } },
  );
  const dataset = await aDataset(api, place, recipe);
  const { version } = await aVersion(api, place, dataset.id);
  expect(version.counts.train).toBeGreaterThan(0);
  expect(version.counts.heldOut).toBeGreaterThan(0);
  const model = await aModelIn(api, place);
  const measured = async (name: string) => {
    const grader = {
      type: "spindle.judge",
      model: name,
      input: [{ role: "user", content: judgeTemplate(QUESTION) }],
      scores: { true: 1, false: 0 },
    };
    const { grader_id: graderId } = await aGraderIn(api, desk, { grader });
    const at = { projectId: desk.projectId, graderId, queueId: desk.queueId };
    const asked = { ...at, field: review.ref("good"), limit: 100 };
    return (await api.call(desk.caller, measureGrader, asked)).measurement.figures;
  };
  expect(await measured("spindle-mini")).toMatchObject({ n: 12, learned: 0 });
  expect(await measured(model.name)).toMatchObject({ n: 12, learned: 0 });

  const jobId = await aCompletedJob(api, { modelId: model.id, project: desk.project });
  await api.db.prisma.trainingJob.update({
    where: { id: jobId },
    data: { datasetRef: `weave:///${desk.project.path}/object/${dataset.name}:v${version.number}` },
  });
  await api.db.prisma.checkpoint.deleteMany({ where: { jobId } });
  const { heldOut, train } = version.counts;
  expect(await measured(model.name)).toMatchObject({ n: heldOut, learned: train });
});

type AnsweredDesk = Awaited<ReturnType<typeof anIntentQueue>>["desk"];

/** The messages of the newest version's rows. */
async function learnedFrom(desk: AnsweredDesk, datasetId: string): Promise<{ content: string }[][]> {
  const { rows } = await api.call(desk.caller, queryDatasetRows, {
    ...{ projectId: desk.project.path, datasetId, version: "latest" },
    ...{ limit: 10, offset: 0 },
  });
  return rows.map(({ row }) => JSON.parse(JSON.stringify(row)).messages);
}

/** What the grader of such a judge asks about the calls of the desk. */
async function askedOf(desk: AnsweredDesk): Promise<string[]> {
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
  return [...calls.values()].map(({ sample, item }) =>
    renderTemplate(judgeTemplate(QUESTION), variablesOf(sample, item)),
  );
}
