import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { inDatabase } from "../support/database.ts";
import { expect, SERVICE, test } from "../support/fixtures.ts";
import { openDesk, payloadsIn, recordCalls } from "../support/judged.ts";
import { addCalls, aQueue, post, type StoredCall } from "../support/queues.ts";

const project_id = SERVICE.project;
const TOPIC = { name: "What is it about?", schema: { type: "string", enum: ["billing", "shipping"] } };

/** Things that customers say, every other one about a bill. */
const customersSay = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const own = crypto.randomUUID().slice(0, 8);
    return n % 2 === 0 ? `My invoice was charged twice: ${own}.` : `The parcel has not arrived: ${own}.`;
  });

/** The calls in which they say it, ended: what still runs teaches nothing. */
async function ended(texts: readonly string[]): Promise<StoredCall[]> {
  const ids = await recordCalls(
    texts.map((content) => ({
      inputs: { messages: [{ role: "user", content }] },
      output: "We look into it.",
    })),
  );
  return ids.map((id, n) => ({ id, words: texts[n] ?? "" }));
}

const topicOf = ({ words }: StoredCall) => (words.includes("invoice") ? "billing" : "shipping");

/** Answers items as the person who signs in to the page, some at a time. */
async function answer(queueId: string, ref: string, calls: readonly StoredCall[]): Promise<void> {
  const { items } = await post<{ items: { id: string; call_id: string }[] }>(
    `/api/annotation_queues/${queueId}/items/query`,
    { project_id, limit: 1000 },
  );
  const byCall = new Map(items.map((item) => [item.call_id, item.id]));
  const feedback_type = `wandb.annotation.${/object\/([^:]+):/.exec(ref)?.[1]}`;
  const left = [...calls];
  while (left.length > 0)
    await Promise.all(
      left.splice(0, 10).map((call) => {
        const weave_ref = `weave:///${project_id}/call/${call.id}`;
        const payload = { value: topicOf(call) };
        return post(`/api/annotation_queues/${queueId}/items/${byCall.get(call.id)}/answer`, {
          project_id,
          annotation_state: "completed",
          feedback: [{ project_id, weave_ref, feedback_type, annotation_ref: ref, payload }],
        });
      }),
    );
}

const marked = (page: Page) => page.getByText(/certain to/).first();

test("Options show suggestions once a model has proved right, A takes them, and the quality page says how they do", {
  tag: "@long",
}, async ({ page, signIn }) => {
  test.setTimeout(240_000);
  const queue = await aQueue({
    items: 0,
    fields: [TOPIC],
    settings: { shows_suggestions: true, annotators_per_item: 1 },
  });
  const [ref = ""] = queue.refs;
  const answered = await ended(customersSay(300));
  await addCalls(queue.id, answered);
  await answer(queue.id, ref, answered);
  await addCalls(queue.id, await ended(customersSay(20)));
  type Learning = { fields: { is_trusted: boolean }[] };
  const learning = () => post<Learning>(`/api/annotation_queues/${queue.id}/learning`, { project_id });
  await expect.poll(async () => (await learning()).fields[0]?.is_trusted, { timeout: 90_000 }).toBe(true);
  await expect.poll(() => suggestedItems(queue.id), { timeout: 90_000 }).toBeGreaterThan(5);

  await signIn(page);
  await openDesk(page, queue.desk);
  // On every fifth item nothing is marked, and one goes to the next.
  await expect(async () => {
    if (!(await marked(page).isVisible())) await page.keyboard.press("j");
    await expect(marked(page)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const picked = page.getByRole("radio", { checked: true });
  await expect(picked).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel(/^Note/).fill("a");
  await expect(picked).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  await expect(picked).toHaveCount(1);
  await expect(picked).toHaveAccessibleDescription(/Suggested, certain to \d+ %/);
  await page.keyboard.press("Enter");
  await expect
    .poll(
      async () =>
        (await payloadsIn(queue.id)).filter(({ type }) => type.startsWith("wandb.annotation")).length,
    )
    .toBe(301);

  await page.goto(`/projects/${project_id}/queues/${queue.id}/quality`);
  const learned = page.getByRole("region", { name: "What a model learns" });
  await expect(learned.getByText("Right about other items")).toBeVisible({ timeout: 60_000 });
  await expect(learned.getByText("Shown", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

/** Of the items that nobody has answered: suggestions of others stay as they were seen. */
async function suggestedItems(queueId: string): Promise<number> {
  return inDatabase(async (client) => {
    const { rows } = await client.query(
      `select count(*)::int as count from item_suggestion s
       join queue_item i on i.id = s.item_id and not i.is_done where s.queue_id = $1 and not s.is_hidden`,
      [queueId],
    );
    return rows[0].count;
  });
}
