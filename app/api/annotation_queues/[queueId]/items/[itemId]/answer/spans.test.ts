import { expect, test } from "vitest";
import { previewFieldChange } from "#lib/contract/annotation/queue-fields.ts";
import { listDisagreements } from "#lib/contract/annotation/queue-quality.ts";
import { createQueue, updateQueue } from "#lib/contract/annotation/queues.ts";
import { createFeedback } from "#lib/contract/traces/feedback.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { anAnnotationSpec } from "#lib/testing/data/feedback-data.ts";
import { aReview, type ReviewPlace } from "#lib/testing/data/review-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

const TEXT = "👍 Paris is in Spain.";
const SCHEMA = schemaWith("right", "wrong");

function schemaWith(...labels: string[]) {
  const texts = {
    path: { type: "string" },
    quote: { type: "string" },
    label: { type: "string", enum: labels },
  };
  const offsets = { start: { type: "integer" }, end: { type: "integer" } };
  const items = { type: "object", properties: { ...texts, ...offsets } };
  return { type: "array", "x-spans": true, items, maxItems: 3 };
}

function marked(quote: string, label = "wrong") {
  const start = TEXT.indexOf(quote);
  return { path: "output", start, end: start + quote.length, quote, label };
}

/** A queue whose calls all say the text. */
async function aReading(people = 1): Promise<ReviewPlace> {
  const review = await aReview(api, { items: 1, people, fields: { facts: SCHEMA } });
  await says(review, TEXT);
  return review;
}

/** Records the call again. */
async function says({ desk }: ReviewPlace, text: string): Promise<void> {
  await api.db.query(sql`
    update call set output = ${JSON.stringify(text)}::json where project_id = ${desk.project.id}`);
}

function refusedAt(loc: (string | number)[], msg: string) {
  return { status: 422, problems: [{ type: "value_error", loc, msg: expect.stringContaining(msg) }] };
}

test("spans come back as they were marked, and a wrong one is reported at its place", async () => {
  const review = await aReading();
  const place = ["body", "feedback", 0, "payload", "value"];
  const strange = { ...marked("Spain"), quote: "Italy" };
  await expect(review.say(0, 0, { facts: [marked("Paris"), strange] })).rejects.toMatchObject(
    refusedAt([...place, 1, "quote"], '"Italy", but the text from 15 to 20 is "Spain"'),
  );
  await expect(review.say(0, 0, { facts: [marked("Paris", "odd")] })).rejects.toMatchObject(
    refusedAt([...place, 0, "label"], '"odd" is not one of the field\'s labels'),
  );
  await expect(review.say(0, 0, { facts: [marked("Paris"), marked("Paris")] })).rejects.toMatchObject(
    refusedAt([...place, 1], "as span 0 does"),
  );
  await expect(review.say(0, 0, { facts: [{ ...marked("Paris"), colour: "red" }] })).rejects.toMatchObject(
    refusedAt([...place, 0, "colour"], 'a span has no property "colour"'),
  );
  const many = ["P", "a", "r", "i"].map((letter) => marked(letter));
  await expect(review.say(0, 0, { facts: many })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("must NOT have more than 3 items"),
  });
  expect((await review.answers(0))[0]?.values ?? {}).toEqual({});
  const spans = [marked("👍", "right"), marked("Paris is"), marked("is in Spain")];
  await review.say(0, 0, { facts: spans });
  expect((await review.answers(0))[0]?.values).toEqual({ [review.ref("facts")]: spans });
  await says(review, "👍 Madrid is in Spain.");
  await expect(review.decide(0, { facts: [marked("Paris is")] })).rejects.toMatchObject(
    refusedAt(["body", "values", review.ref("facts"), 0, "quote"], 'is "Madrid i"'),
  );
});

test("feedback that comes without an answer is held against its call as well", async () => {
  const review = await aReading();
  const annotationRef = review.ref("facts");
  const send = (value: unknown, more: { weaveRef?: string } = {}) =>
    api.call(review.desk.caller, createFeedback, {
      ...review.onCall(0, "wandb.annotation.facts", { value }, { annotationRef }),
      ...more,
    });
  await expect(send([{ ...marked("Paris"), end: 7 }])).rejects.toMatchObject(
    refusedAt(["body", "payload", "value", 0, "quote"], 'is "Pari"'),
  );
  const elsewhere = { weaveRef: `weave:///${review.desk.projectId}/call/unknown` };
  await expect(send([marked("Paris")], elsewhere)).rejects.toMatchObject(
    refusedAt(["body", "payload", "value"], "the call is not recorded"),
  );
  await send([marked("Paris")]);
});

test("who marked other passages differs, in whatever order they marked them", async () => {
  const review = await aReading(2);
  const [first, second] = [marked("👍", "right"), marked("Paris")];
  await review.say(0, 0, { facts: [first, second] });
  await review.say(1, 0, { facts: [second, first] });
  const differing = async () => {
    const asked = { undecidedOnly: false, includeJudges: false, limit: 10, offset: 0 };
    return (await api.call(review.desk.caller, listDisagreements, { ...review.at, ...asked })).items;
  };
  expect(await differing()).toEqual([]);
  await review.say(1, 0, { facts: [first] }, { revision: 1 });
  expect(await differing()).toMatchObject([{ disagreement: 1, answers: 2 }]);
});

test("a label is added without touching anything; what goes touches who used it; passages stay passages", async () => {
  const review = await aReading();
  await review.say(0, 0, { facts: [marked("Paris")] });
  const preview = (fieldSchema: Record<string, unknown>) =>
    api.call(review.desk.caller, previewFieldChange, {
      ...review.at,
      fieldRef: review.ref("facts"),
      fieldSchema,
    });
  expect(await preview(schemaWith("right", "wrong", "vague"))).toMatchObject({ touchedAnswers: 0 });
  expect(await preview(schemaWith("right"))).toMatchObject({ touchedAnswers: 1 });
  await expect(preview({ type: "array", items: { enum: ["a"] } })).rejects.toMatchObject({
    message: expect.stringContaining("it asks for array but the field asks for passages"),
  });
});

test("passages have no proposal, and pairs are not asked for them", async () => {
  const review = await aReading();
  const { desk, at } = review;
  const ref = review.ref("facts");
  const fieldRules = [{ fieldRef: ref, whenValues: [], defaultValue: [] }];
  await expect(api.call(desk.caller, updateQueue, { ...at, fieldRules })).rejects.toMatchObject(
    refusedAt(["body", "field_rules", 0, "default_value"], "differ in each text"),
  );
  const other = await anAnnotationSpec(api, desk, { name: "other", schema: { type: "boolean" } });
  const pairs = { projectId: desk.projectId, name: "Pairs", kind: "pairwise" as const };
  await expect(
    api.call(desk.caller, createQueue, { ...pairs, scorerRefs: [other, ref] }),
  ).rejects.toMatchObject(refusedAt(["body", "scorer_refs", 1], "compares two calls"));
});
