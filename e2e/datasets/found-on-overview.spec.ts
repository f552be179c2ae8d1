import { expectAccessible, expectNoOverflow } from "../support/accessible.ts";
import { expect, test } from "../support/fixtures.ts";
import { post } from "../support/queues.ts";
import { bearer } from "../support/training.ts";

const KEY = "sk-proj-A7f3kQ9zX2mN8vB4cR6tY1wE5uI0oP3s";
const ASKED = ["Is it open?", "Is it open?", `Does ${KEY} work?`];

/** A project of its own whose next step is to train: all its items are answered, and its dataset is built. */
async function aBuiltProject(): Promise<string> {
  const project = `found-${crypto.randomUUID().slice(0, 8)}`;
  const project_id = `acme/${project}`;
  const ids = ASKED.map(() => crypto.randomUUID());
  const batch = ids.map((id, n) => ({
    ...{ id, trace_id: id, op_name: "ask", attributes: {}, summary: {}, output: "It is.", thread_id: id },
    inputs: { messages: [{ role: "user", content: ASKED[n] }] },
    ...{ started_at: "2026-01-05T09:30:00Z", ended_at: "2026-01-05T09:30:01Z" },
  }));
  await post(`/api/v2/acme/${project}/calls/complete`, { batch });
  const val = { name: "Team", field_schema: { type: "string", enum: ["orders", "refunds"] } };
  const obj = { project_id, object_id: "team", val, builtin_object_class: "AnnotationSpec" };
  const { digest } = await post<{ digest: string }>("/api/obj/create", { obj });
  const ref = `weave:///${project_id}/object/team:${digest}`;
  const queue = { project_id, name: "Teams", scorer_refs: [ref], annotators_per_item: 1 };
  const { id: queue_id } = await post<{ id: string }>("/api/annotation_queues", queue);
  const at = `/api/annotation_queues/${queue_id}/items`;
  await post(at, { project_id, call_ids: ids, display_fields: [] });
  const { items } = await post<{ items: { id: string; call_id: string }[] }>(`${at}/query`, { project_id });
  for (const [n, { id, call_id }] of items.entries())
    await post(`${at}/${id}/answer`, {
      ...{ project_id, annotation_state: "completed", revision: 0 },
      feedback: [
        {
          ...{ project_id, weave_ref: `weave:///${project_id}/call/${call_id}`, annotation_ref: ref },
          ...{ feedback_type: "wandb.annotation.team", payload: { value: n === 0 ? "orders" : "refunds" } },
        },
      ],
    });
  const sources = [{ kind: "queue", queue_id, use: "labels", field: ref }];
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    ...{ project_id, name: "teams", kind: "sft", recipe: { sources, split: { held_out: 0 } } },
  });
  await post(`/api/datasets/${dataset.id}/versions`, { project_id });
  await bearer("/v1/preview/models", { entity: "acme", project, name: project, base_model: "spindle-mini" });
  return `/projects/${project_id}`;
}

test("the overview says what was found in the rows that it proposes to train on, with the way to them", async ({
  page,
  signIn,
}) => {
  const home = await aBuiltProject();
  await signIn(page);
  await page.goto(`${home}/overview`);
  const next = page.getByRole("region", { name: "Next step" });
  await expect(next.getByRole("heading", { name: "Train on version 0 of “teams”" })).toBeVisible();
  await expect(
    next.getByText("1 row holds what looks like a key; 1 prompt has different labels."),
  ).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await next.getByRole("link", { name: "See their rows" }).click();
  await expect(page.getByRole("link", { name: "1 prompt has different labels" })).toBeVisible();
});
