import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { aWorker } from "../support/annotators.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { post } from "../support/queues.ts";
import { bearer, ended } from "../support/training.ts";

// Two real jobs, of which one is stopped as it computes.
test.setTimeout(120_000);

test("people who retract answers see the jobs that still learn from them, and cancel them in the same act", async ({
  page,
  signIn,
}) => {
  const place = await aPlace();
  // A job of another project learns from the same version, which counts as one of its own does.
  const [running, queued] = [await place.train(), await place.trainInOther()];
  await signIn(page);
  await page.goto(`${place.home}/queues/${place.queue_id}`);
  await page.getByRole("button", { name: /^Retract the answers of/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Retract the answers of/ });
  const still = dialog.getByRole("list", { name: "Jobs that still learn from them" });
  await expect(still.getByRole("listitem")).toHaveCount(2);
  await expect(still.getByRole("listitem").filter({ hasText: place.other })).toContainText("queued");
  const box = dialog.getByRole("checkbox", { name: "Also cancel the 2 jobs that still learn from them" });
  await expect(box).not.toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await box.check();
  await dialog.getByRole("button", { name: "Retract", exact: true }).click();
  await expect(page.getByText(/^2 jobs cancelled\. /)).toBeVisible();
  for (const jobId of [running, queued]) expect(await ended(jobId)).toMatchObject({ state: "cancelled" });
  await page.goto(`/projects/${place.other}/training/${queued}`);
  await expect(
    page.getByText(
      `All 3 rows of v0 of “teams” (${place.project_id}) have answers that were retracted since.`,
    ),
  ).toBeVisible();
  await expectNoOverflow(page);
});

test("giving somebody's items to others cancels the jobs that still learn from their answers, where that is ticked", async ({
  page,
  signIn,
}) => {
  const place = await aPlace();
  // Somebody must be left to annotate.
  await aWorker("Bo", "annotator", { url: SERVICE.url, project: place.project_id });
  const running = await place.train();
  await signIn(page);
  await page.goto(`${place.home}/queues/${place.queue_id}`);
  await page.getByRole("button", { name: /^Give to others the items of/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Give the items of/ });
  const box = dialog.getByRole("checkbox", { name: "Also cancel the job that still learns from them" });
  await expect(box).not.toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  // What is not retracted is no reason to cancel.
  await dialog.getByRole("checkbox", { name: /^Retract their answers/ }).uncheck();
  await expect(box).toBeHidden();
  await dialog.getByRole("checkbox", { name: /^Retract their answers/ }).check();
  await box.check();
  await dialog.getByRole("button", { name: "Give to others" }).click();
  await expect(page.getByText(/^3 items went back to it\. 1 job cancelled\. /)).toBeVisible();
  expect(await ended(running)).toMatchObject({ state: "cancelled" });
  // The page of the job says who that was and why, and what to do instead of the same once more.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${place.home}/training/${running}`);
  await expect(
    page.getByText(
      /^\S+ cancelled this job while giving somebody's items to others and retracting their answers, from which it learned\. It left no checkpoint\./,
    ),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "See what was retracted" })).toBeVisible();
  await expect(page.getByText(/learns from them all the same/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the dataset" })).toBeVisible();
  await page.getByRole("tab", { name: /^Events/ }).click();
  await expect(
    page.getByRole("row", { name: /^Cancelled by \S+, who gave somebody's items to others/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

/** A project of its own, since all answers of somebody there are retracted: three answers, a dataset of them, and a model. */
async function aPlace() {
  const project = `retract-${crypto.randomUUID().slice(0, 8)}`;
  const project_id = `acme/${project}`;
  const ids = [0, 1, 2].map(() => crypto.randomUUID());
  const batch = ids.map((id, n) => ({
    ...{ id, trace_id: id, op_name: "ask", attributes: {}, summary: {}, output: "It comes." },
    inputs: { messages: [{ role: "user", content: `Where is parcel ${n * 7919}?` }] },
    ...{ started_at: "2026-01-05T09:30:00Z", ended_at: "2026-01-05T09:30:01Z" },
  }));
  await post(`/api/v2/acme/${project}/calls/complete`, { batch });
  const val = { name: "Team", field_schema: { type: "string", enum: ["orders", "refunds"] } };
  const obj = { project_id, object_id: "team", val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await post<{ digest: string }>("/api/obj/create", { obj });
  const ref = `weave:///${project_id}/object/team:${digest}`;
  const queue = { project_id, name: "Teams", scorer_refs: [ref] };
  const { id: queue_id } = await post<{ id: string }>("/api/annotation_queues", queue);
  const at = `/api/annotation_queues/${queue_id}/items`;
  await post(at, { project_id, call_ids: ids, display_fields: [] });
  const { items } = await post<{ items: { id: string; call_id: string }[] }>(`${at}/query`, { project_id });
  for (const { id, call_id } of items)
    await post(`${at}/${id}/answer`, {
      ...{ project_id, annotation_state: "completed", revision: 0 },
      feedback: [
        {
          ...{ project_id, weave_ref: `weave:///${project_id}/call/${call_id}` },
          ...{ feedback_type: "wandb.annotation.team", payload: { value: "orders" }, annotation_ref: ref },
        },
      ],
    });
  const recipe = {
    sources: [{ kind: "queue", queue_id, use: "labels", field: ref }],
    split: { held_out: 0 },
  };
  const named = { project_id, name: "teams", kind: "sft", recipe };
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", named);
  await post(`/api/datasets/${dataset.id}/versions`, { project_id });
  const modelIn = async (home: string): Promise<string> => {
    const model = { entity: "acme", project: home, name: `router-${project}`, base_model: "spindle-mini" };
    return (await (await bearer("/v1/preview/models", model)).json()).id;
  };
  const other = `${project}-other`;
  const train = async (model_id: string): Promise<string> => {
    const training_data_url = `weave:///${project_id}/object/teams:v0`;
    const body = { model_id, training_data_url, config: { n_epochs: 100 } };
    return (await (await bearer("/v1/preview/sft-training-jobs", body)).json()).id;
  };
  const [own, others] = [await modelIn(project), await modelIn(other)];
  return {
    ...{ home: `/projects/${project_id}`, project_id, queue_id, other: `acme/${other}` },
    train: () => train(own),
    trainInOther: () => train(others),
  };
}
