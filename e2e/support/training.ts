import { inDatabase } from "./database.ts";
import { expect, SERVICE } from "./fixtures.ts";
import { post } from "./queues.ts";

/** The routes of the training group take bearer keys only. */
export function bearer(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<Response> {
  return fetch(`${SERVICE.url}${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${SERVICE.apiKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

export async function aModel(): Promise<string> {
  const [entity, project] = SERVICE.project.split("/");
  const body = { entity, project, name: `friends-${crypto.randomUUID()}`, base_model: "spindle-mini" };
  return (await (await bearer("/v1/preview/models", body)).json()).id;
}

const REPLIES = ["Yes, of course.", "No, I am afraid not."];

/** A line of a training file. */
export function aRow(number: number): string {
  const messages = [
    { role: "user", content: `May I bring ${number} friends?` },
    { role: "assistant", content: REPLIES[number % 2] },
  ];
  return JSON.stringify({ messages });
}

export const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => aRow(n)).join("\n");

/** A dataset of 24 questions with their replies, with a version. */
export async function aRowsDataset({ heldOut }: { heldOut: number }): Promise<{ id: string; name: string }> {
  const project_id = SERVICE.project;
  const form = new FormData();
  form.append("purpose", "fine-tune");
  form.append("project_id", project_id);
  form.append("file", new Blob([rowsOf(24)]), "friends.jsonl");
  const headers = { Authorization: `Bearer ${SERVICE.apiKey}` };
  const uploaded = await fetch(`${SERVICE.url}/v1/files`, { method: "POST", headers, body: form });
  const { id: file_id } = await uploaded.json();
  const name = `friends-${crypto.randomUUID().slice(0, 8)}`;
  const recipe = { sources: [{ kind: "upload", file_id }], split: { held_out: heldOut, seed: 1 } };
  const { dataset } = await post<{ dataset: { id: string } }>("/api/datasets", {
    project_id,
    name,
    kind: "sft",
    recipe,
  });
  await post(`/api/datasets/${dataset.id}/versions`, { project_id });
  return { id: dataset.id, name };
}

/** A supervised job of so many rows, with other fields of the request where they matter. */
export async function aJob(
  modelId: string,
  rows: number,
  config: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Promise<string> {
  const url = `data:application/jsonl;base64,${Buffer.from(rowsOf(rows)).toString("base64")}`;
  const body = { model_id: modelId, training_data_url: url, config, ...more };
  const { id } = await (await bearer("/v1/preview/sft-training-jobs", body)).json();
  return id;
}

export async function ended(jobId: string): Promise<{ state: string; step: number }> {
  await expect
    .poll(async () => (await (await bearer(`/v1/preview/training-jobs/${jobId}`)).json()).status, {
      timeout: 120_000,
      intervals: [500],
    })
    .toMatch(/COMPLETED|FAILED|CANCELLED/);
  return (await bearer(`/v1/preview/training-jobs/${jobId}`)).json();
}

/** A completed job of so many steps, by its rows alone. Its loss falls from 4, and at one step it leaps. */
export async function aLongJob(steps: number, leapsAt = Math.floor(steps / 3)): Promise<string> {
  const modelId = await aModel();
  const jobId = crypto.randomUUID();
  const loss = `case when n = ${leapsAt} then 40 else 3 * exp(-n / ${steps / 5}.0) + 1 + 0.1 * sin(n * 12.9898) end`;
  await inDatabase(async (client) => {
    await client.query(
      `insert into training_job (id, project_id, model_id, kind, state, config, source, total_steps, step, event_count,
         created_by, created_at, state_since, started_at, ended_at)
       select $1, project_id, id, 'sft', 'completed', '{"batch_size": 2}', 'data:none', $3::integer, $3::integer, $3::integer + 3,
         'e2e', now() - interval '2 h', now(), now() - interval '2 h', now()
       from model where id = $2`,
      [jobId, modelId, steps],
    );
    const event = (number: string, type: string, data: string, from = "") =>
      client.query(
        `insert into training_event (id, project_id, job_id, number, type, is_listed, data, created_at)
         select gen_random_uuid()::text, j.project_id, j.id, ${number}, '${type}', true, ${data},
           j.started_at + (j.ended_at - j.started_at) * (${number}) / (j.step + 3)
         from training_job j ${from} where j.id = $1`,
        [jobId],
      );
    await event(
      "1",
      "training_started",
      `json_build_object('num_sequences', j.step, 'num_rows', j.step * 2)`,
    );
    const metrics = `json_build_object('loss', ${loss}, 'grad_norm', 2 + sin(n), 'learning_rate', 0.001, 'num_tokens', 60, 'gradient_step', n)`;
    await event("n + 1", "gradient_step", metrics, "cross join lateral generate_series(1, j.step) n");
    await event("j.step + 2", "training_ended", "'{}'");
    await event("j.step + 3", "state", `'{"state": "completed"}'`);
    for (let tier = 0, width = 1; tier === 0 || width / 8 < steps; tier += 1, width *= 8)
      await client.query(
        `insert into training_metric (project_id, job_id, name, tier, span, first, last, least, greatest, sum, count)
         select j.project_id, j.id, m.name, ${tier}, (n - 1) / ${width}, (array_agg(m.value order by n))[1],
           (array_agg(m.value order by n desc))[1], min(m.value), max(m.value), sum(m.value), count(*)
         from training_job j cross join lateral generate_series(1, j.step) n
         cross join lateral (values ('loss', (${loss})::float8), ('grad_norm', 2 + sin(n)), ('learning_rate', 0.001), ('num_tokens', 60)) m (name, value)
         where j.id = $1 group by j.project_id, j.id, m.name, (n - 1) / ${width}`,
        [jobId],
      );
  });
  return jobId;
}
