import { expect, test } from "vitest";
import { changeQueueField } from "#lib/contract/annotation/queue-fields.ts";
import { getQueue, updateQueue } from "#lib/contract/annotation/queues.ts";
import { aReview, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

const FIELDS = {
  right: { type: "boolean" },
  why: { type: "string", enum: ["facts", "tone"] },
  source: { type: "string" },
};

/** `why` is asked where `right` is false, and `source` where `why` is facts; both must be answered where they are asked. */
async function aConditionalReview(): Promise<ReviewPlace> {
  const review = await aReview(api, { items: 1, people: 1, fields: FIELDS });
  const [right, why, source] = [...review.refs.values()];
  const response = await api.send(review.desk.caller, {
    method: "PUT",
    path: `/annotation_queues/${review.desk.queueId}`,
    body: {
      project_id: review.desk.projectId,
      required_refs: [why, source],
      field_rules: [
        { field_ref: why, when_ref: right, when_values: [false], default_value: "tone" },
        { field_ref: source, when_ref: why, when_values: ["facts"] },
      ],
    },
  });
  expect(response.status).toBe(200);
  expect((await response.json()).queue.field_rules).toEqual([
    { field_ref: why, when_ref: right, when_values: [false], default_value: "tone" },
    { field_ref: source, when_ref: why, when_values: ["facts"], default_value: null },
  ]);
  return review;
}

test("a field that is not asked is neither required nor taken", async () => {
  const review = await aConditionalReview();
  const [why, source] = [review.ref("why"), review.ref("source")];
  await expect(review.say(0, 0, { right: true, why: "facts" })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(`feedback.1.annotation_ref: Value error, the field ${why} is not asked`),
  });
  // What is not asked has no answer, so what depends on it is not asked either.
  await expect(review.say(0, 0, { right: true, source: "the page" })).rejects.toMatchObject({
    message: expect.stringContaining(source),
  });
  await expect(review.say(0, 0, { right: false, why: "facts" })).rejects.toMatchObject({
    message: expect.stringContaining(`the field ${source} is required`),
  });
  await expect(review.say(0, 0, { right: false })).rejects.toMatchObject({
    message: expect.stringContaining(`the field ${why} is required`),
  });
  await review.say(0, 0, { right: false, why: "facts", source: "the page" });
  const [answer] = await review.answers(0);
  expect(Object.keys(answer?.values ?? {})).toHaveLength(3);
});

test("an earlier answer to what is no more asked has to be replaced", async () => {
  const review = await aConditionalReview();
  const why = review.onCall(
    0,
    "wandb.annotation.why",
    { value: "tone" },
    { annotationRef: review.ref("why") },
  );
  const say = (value: boolean) =>
    review.onCall(0, "wandb.annotation.right", { value }, { annotationRef: review.ref("right") });
  const ada = review.desk.person(0);
  const { feedback } = await review.desk.answer(ada, 0, { feedback: [say(false), why] });
  const [right, reason] = feedback.map(({ id }) => id);
  const again = { revision: 1, feedback: [say(true)] };
  await expect(review.desk.answer(ada, 0, { ...again, replaced: [right ?? ""] })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(`name its earlier answer ${reason} here`),
  });
  await review.desk.answer(ada, 0, { ...again, replaced: [right ?? "", reason ?? ""] });
  expect((await review.answers(0))[0]?.values).toEqual({ [review.ref("right")]: true });
});

test("a decision is held to the rules as answers are", async () => {
  const review = await aConditionalReview();
  await expect(review.decide(0, { right: true, why: "facts", source: "the page" })).rejects.toMatchObject({
    status: 422,
    problems: [review.ref("why"), review.ref("source")].map((ref) =>
      expect.objectContaining({
        loc: ["body", "values", ref],
        msg: expect.stringContaining("not asked after these values"),
      }),
    ),
  });
  const { decision } = await review.decide(0, { right: false, why: "facts", source: "the page" });
  expect(Object.keys(decision.values)).toHaveLength(3);
});

test("rules that make no sense are refused where they stand", async () => {
  const review = await aReview(api, { fields: FIELDS });
  const [right = "", why = ""] = [...review.refs.values()];
  const refused = async (
    fieldRules: Parameters<typeof api.call<typeof updateQueue>>[2]["fieldRules"],
    at: string,
  ) =>
    expect(
      api.call(review.desk.caller, updateQueue, { ...review.at, ...(fieldRules ? { fieldRules } : {}) }),
    ).rejects.toMatchObject({ status: 422, message: expect.stringContaining(at) });
  await refused([{ fieldRef: "weave:///a/b/object/c:d", whenValues: [] }], "field_rules.0.field_ref");
  await refused([{ fieldRef: why, whenRef: right, whenValues: [] }], "field_rules.0.when_values");
  await refused(
    [
      { fieldRef: why, whenRef: right, whenValues: [true] },
      { fieldRef: right, whenRef: why, whenValues: ["facts"] },
    ],
    "leads back to itself",
  );
  await refused([{ fieldRef: why, whenValues: [], defaultValue: "nonsense" }], "field_rules.0.default_value");
  await refused(
    [
      { fieldRef: why, whenValues: [] },
      { fieldRef: why, whenValues: [] },
    ],
    "field_rules.1.field_ref",
  );
});

test("rules move to a new version of their field; a default that no longer fits it is dropped", async () => {
  const review = await aConditionalReview();
  const fieldSchema = { type: "string", enum: ["facts", "other"] };
  const { fieldRef } = await api.call(review.desk.caller, changeQueueField, {
    ...review.at,
    fieldRef: review.ref("why"),
    fieldSchema,
  });
  const { queue } = await api.call(review.desk.caller, getQueue, review.at);
  expect(queue.fieldRules).toMatchObject([
    { fieldRef, whenRef: review.ref("right"), defaultValue: null },
    { fieldRef: review.ref("source"), whenRef: fieldRef },
  ]);
});
