import { setTimeout as sleep } from "node:timers/promises";
import type { Caller, Harness } from "#lib/testing/harness.ts";
import { keyOf } from "./key-of.ts";

/** The real client waits a second between its questions. */
const ASK_AGAIN_AFTER_MS = 10;

export type Json = Record<string, unknown>;
export type Registered = {
  id: string;
  entity: string;
  project: string;
  name: string;
  base_model: string;
  run_id: string | null;
};
export type CheckpointRow = { id: string; step: number; metrics: Record<string, number> };
export type EventRow = { id: string; type: string; data: Json };
type Page<Row> = { object: string; data: Row[]; first_id: string; last_id: string; has_more: boolean };

/** The outcome of a job: the announced number of steps, the metrics of each, and how often the start event came. */
export type Followed = { sequences: number; steps: Record<string, number>[]; startCount: number };

/** The service answered something that this client does not take. */
export class ArtError extends Error {
  override name = "ArtError";
  readonly status: number;
  readonly body: Json;

  constructor(status: number, body: Json) {
    super(`${status}: ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * A training client of the ART form: the requests that such clients make, in their shapes, with their headers and their way to page and to
 * poll. `base` ends in `/v1`, as it has to be handed to them.
 */
export class ArtClient {
  readonly #base: string;
  readonly #key: string;

  constructor({ base, key }: { base: string; key: string }) {
    this.#base = base;
    this.#key = key;
  }

  static of(api: Harness, caller: Caller): ArtClient {
    return new ArtClient({ base: `${api.url}/api/v1`, key: keyOf(caller) });
  }

  /** Always asks for the model that is there already. */
  register(model: { entity?: string | null; project: string; name: string; base_model: string }) {
    const body = { entity: null, ...model, return_existing: true };
    return this.ask<Registered>("POST", "/preview/models", body);
  }

  deleteModel(id: string) {
    return this.ask<{ model_id: string; deleted_checkpoints: number; deleted_run: boolean }>(
      "DELETE",
      `/preview/models/${id}`,
    );
  }

  /** How far a model is: the first row of the newest first. */
  async step(id: string): Promise<number | undefined> {
    const page = await this.ask<Page<CheckpointRow>>(
      "GET",
      `/preview/models/${id}/checkpoints?limit=1&order=desc`,
    );
    return page.data[0]?.step;
  }

  checkpoints(id: string): Promise<CheckpointRow[]> {
    return Array.fromAsync(this.#pages<CheckpointRow>(`/preview/models/${id}/checkpoints`));
  }

  deleteCheckpoints(id: string, steps: readonly number[]) {
    return this.ask<{ deleted_count: number; not_found_steps: number[] }>(
      "DELETE",
      `/preview/models/${id}/checkpoints`,
      { steps },
    );
  }

  log(id: string, trajectory_groups: unknown[], split: string) {
    const body = { model_id: id, trajectory_groups, split };
    return this.ask<unknown>("POST", `/preview/models/${id}/log`, body);
  }

  /** Rewards conversations and waits for what came of it; each setting that is not given goes as null. */
  async train(id: string, trajectory_groups: unknown[], settings: Json = {}): Promise<Followed> {
    const experimental_config = { ...SETTINGS, ...settings };
    const body = { model_id: id, trajectory_groups, experimental_config };
    return this.follow((await this.ask<{ id: string }>("POST", "/preview/training-jobs", body)).id);
  }

  async trainSft(id: string, training_data_url: string, config: Json | null = null): Promise<Followed> {
    const body = { model_id: id, training_data_url, config, experimental_config: null };
    return this.follow((await this.ask<{ id: string }>("POST", "/preview/sft-training-jobs", body)).id);
  }

  /**
   * Asks for events until the last one. Only a step moves the cursor, so the start event may come again. Throws if the job failed, or if
   * such a client cannot read the events.
   */
  async follow(jobId: string): Promise<Followed> {
    const followed: Followed = { sequences: 0, steps: [], startCount: 0 };
    for (let after: string | undefined; ; ) {
      for await (const { id, type, data } of this.events(jobId, after)) {
        if (type === "training_ended") return followed;
        if (type === "training_failed") throw new Error(`Training job failed: ${data.error_message}`);
        if (type === "training_started") noteStart(followed, data);
        if (type !== "gradient_step") continue;
        if (followed.startCount === 0) throw new Error("A step came before the start");
        followed.steps.push(numbersOf(data));
        after = id;
      }
      await sleep(ASK_AGAIN_AFTER_MS);
    }
  }

  /** The events after `after`, over all pages. */
  events(jobId: string, after?: string): AsyncGenerator<EventRow> {
    return this.#pages<EventRow>(`/preview/training-jobs/${jobId}/events`, after);
  }

  /** Continues after the last row until there are no more, or a page is empty. */
  async *#pages<Row extends { id: string }>(path: string, after?: string): AsyncGenerator<Row> {
    for (let cursor = after; ; ) {
      const query = cursor === undefined ? "" : `?after=${encodeURIComponent(cursor)}`;
      const page: Page<Row> = await this.ask("GET", `${path}${query}`);
      yield* page.data;
      cursor = page.data.at(-1)?.id;
      if (!page.has_more || cursor === undefined) return;
    }
  }

  /** One request with the headers that the client's base sends, also where there is no body. Throws `ArtError`. */
  async ask<Answer>(method: string, path: string, body?: Json): Promise<Answer> {
    const response = await fetch(`${this.#base}${path}`, {
      method,
      headers: { ...HEADERS, authorization: `Bearer ${this.#key}` },
      // A redirect would lose the body of a POST on its way.
      redirect: "error",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // Tests say what they read; anything else fails them.
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new ArtError(response.status, answer as Json);
    return answer;
  }
}

const HEADERS = {
  accept: "application/json",
  "content-type": "application/json",
  "user-agent": "AsyncOpenAI/Python 1.109.1",
  "x-stainless-lang": "python",
  "x-stainless-retry-count": "0",
  "x-stainless-read-timeout": "600",
};

/** Each setting of reinforcement learning that the client knows; null leaves it to the service. */
const SETTINGS: Json = {
  advantage_balance: null,
  allow_training_without_logprobs: null,
  epsilon: null,
  epsilon_high: null,
  importance_sampling_level: null,
  kimi_k2_tau: null,
  kl_penalty_coef: null,
  kl_penalty_reference_step: null,
  kl_penalty_source: null,
  kl_penalty_step_lag: null,
  kl_ref_adapter_path: null,
  learning_rate: null,
  logprob_calculation_chunk_size: null,
  loss_fn: null,
  mask_prob_ratio: null,
  max_negative_advantage_importance_sampling_weight: null,
  normalize_advantages: null,
  num_trajectories_learning_rate_multiplier_power: null,
  packed_sequence_length: null,
  plot_tensors: null,
  ppo: null,
  precalculate_logprobs: null,
  scale_learning_rate_by_reward_std_dev: null,
  scale_rewards: null,
  truncated_importance_sampling: null,
};

function noteStart(followed: Followed, { num_sequences: sequences }: Json): void {
  if (typeof sequences !== "number") throw new Error(`num_sequences is ${sequences}, not a number`);
  if (followed.startCount > 0 && sequences !== followed.sequences)
    throw new Error(`The start announced ${followed.sequences} sequences first and ${sequences} later`);
  followed.sequences = sequences;
  followed.startCount += 1;
}

function numbersOf(data: Json): Record<string, number> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (typeof value !== "number") throw new Error(`${name} of a step is ${value}, not a number`);
      return [name, value];
    }),
  );
}
