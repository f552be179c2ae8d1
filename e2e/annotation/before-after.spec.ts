import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { openDesk, recordCalls } from "../support/judged.ts";
import { addCalls, aQueue, isSaved, post } from "../support/queues.ts";
import { aModel, bearer, ended } from "../support/training.ts";

const project_id = SERVICE.project;
const TOPIC = { name: "What is it about?", schema: { type: "string", enum: ["billing", "shipping"] } };

/** A queue from which a model has learned that everything is about billing, with items that nobody has answered. */
async function aTaughtQueue(): Promise<{ id: string; desk: string }> {
  const queue = await aQueue({ items: 0, fields: [TOPIC], settings: { annotators_per_item: 1 } });
  const [ref = ""] = queue.refs;
  const texts = Array.from({ length: 6 }, (_, n) => `My invoice number ${n} was charged twice.`);
  const ids = await recordCalls(
    texts.map((content) => ({
      inputs: { messages: [{ role: "user", content }] },
      output: "We look into it.",
    })),
  );
  await addCalls(
    queue.id,
    ids.map((id, n) => ({ id, words: texts[n] ?? "" })),
  );
  const { items } = await post<{ items: { id: string; call_id: string }[] }>(
    `/api/annotation_queues/${queue.id}/items/query`,
    { project_id },
  );
  const feedback_type = `wandb.annotation.${/object\/([^:]+):/.exec(ref)?.[1]}`;
  for (const { id, call_id } of items.slice(0, 4))
    await post(`/api/annotation_queues/${queue.id}/items/${id}/answer`, {
      ...{ project_id, annotation_state: "completed" },
      feedback: [
        {
          ...{ project_id, feedback_type, annotation_ref: ref, payload: { value: "billing" } },
          weave_ref: `weave:///${project_id}/call/${call_id}`,
        },
      ],
    });
  const source = { kind: "queue", queue_id: queue.id, use: "labels", field: ref };
  const recipe = { sources: [source], split: { held_out: 0, seed: 1 } };
  const name = `topics-${crypto.randomUUID().slice(0, 8)}`;
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    ...{ project_id, name, kind: "sft", recipe },
  });
  const { version } = await post<{ version: { ref: string } }>(`/api/datasets/${dataset.id}/versions`, {
    project_id,
  });
  const job = await bearer("/v1/preview/sft-training-jobs", {
    ...{ model_id: await aModel(), training_data_url: version.ref },
    config: { batch_size: 4, learning_rate: 0.01, n_epochs: 12 },
  });
  expect(await ended((await job.json()).id)).toMatchObject({ status: "COMPLETED" });
  return queue;
}

const strip = (page: Page) => page.getByRole("region", { name: "The model on your last answer" });

test("after an answer the desk shows what a model said to the item before and after it learned from the queue, and can be switched off", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(240_000);
  const queue = await aTaughtQueue();
  await signIn(page);
  await openDesk(page, queue.desk);
  await expect(page.getByRole("radio", { name: "shipping" })).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  await page.getByRole("radio", { name: "shipping" }).check();
  await expect(strip(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Submit and next" }).click();
  await isSaved(page);
  await expect(strip(page)).toContainText("After learning 4 rows of v0:billing", { timeout: 60_000 });
  await expect(strip(page)).toContainText("You said:shipping");
  await expect(strip(page)).toContainText(/My invoice number \d was charged/);
  await expect(strip(page)).toContainText("Before training:");
  await expect(strip(page).getByText("as you said")).toHaveCount(0);
  await expectAccessible(page);

  await strip(page).getByRole("button", { name: "Hide what the model says" }).click();
  await expect(strip(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("radio", { name: "billing" })).toBeVisible();
  await page.getByRole("radio", { name: "billing" }).check();
  await page.getByRole("button", { name: "Submit and next" }).click();
  await expect(page.getByRole("heading", { name: "This queue is complete" })).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Settings of the desk" }).click();
  await page.getByRole("menuitemcheckbox", { name: "What the model says, after an answer" }).click();
  await page.keyboard.press("Escape");
  await expect(strip(page)).toContainText("After learning 4 rows of v0:billing", { timeout: 60_000 });
  await expect(strip(page).getByText("as you said")).toHaveCount(1);
});

test("on a phone and in a short window what the model says takes one line, and moves no answer under a finger", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(240_000);
  const queue = await aTaughtQueue();
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await openDesk(page, queue.desk);
  const held = Promise.withResolvers<void>();
  await page.route(/\/items\/[^/]+\/before_after$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("radio", { name: "shipping" }).check();
  const sent = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith("/answer"));
  await page.getByRole("button", { name: "Submit and next" }).click();
  expect((await sent).status()).toBe(200);
  await expect(page.getByText("My invoice number 5 was charged twice.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "shipping" })).not.toBeChecked();
  const places = () =>
    page.getByRole("radio").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await places();
  await expect(strip(page)).toHaveCount(0);
  held.resolve();
  await expect(strip(page)).toContainText("shipping", { timeout: 60_000 });
  expect(await places()).toEqual(before);
  expect(await strip(page).evaluate((one) => one.getBoundingClientRect().height)).toBe(44);
  await expectAccessible(page);
  await page.setViewportSize({ width: 720, height: 450 });
  await expect(strip(page)).toBeVisible();
  expect(await strip(page).evaluate((one) => one.getBoundingClientRect().height)).toBe(44);
});
