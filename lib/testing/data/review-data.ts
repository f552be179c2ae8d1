import { PREFERENCE_TYPE, type Verdict } from "#lib/contract/annotation/preference.ts";
import * as lead from "#lib/contract/annotation/queue-lead.ts";
import { queryQueueItems } from "#lib/contract/annotation/queues.ts";
import type { FeedbackItem } from "#lib/contract/traces/feedback.ts";
import { sql } from "#lib/platform/db/sql.ts";
import type { Harness } from "#lib/testing/harness.ts";
import { anAnnotationSpec, storedIds } from "./feedback-data.ts";
import { aDesk, DeskPlace, type Settings, someCalls } from "./queue-data.ts";

type Schema = Record<string, unknown>;
type Wanted = { items?: number; people?: number; fields?: Record<string, Schema>; settings?: Settings };

/** A queue that asks for fields of these schemas, by their names, with people who answer it and a lead who looks at that. */
export async function aReview(api: Harness, wanted: Wanted = {}): Promise<ReviewPlace> {
  const { fields = { correct: { type: "boolean" } }, items = 2, people = 2, settings = {} } = wanted;
  const desk = await aDesk(api, { items, people, settings });
  const refs = new Map<string, string>();
  for (const [name, schema] of Object.entries(fields))
    refs.set(name, await anAnnotationSpec(api, desk, { name, schema }));
  await desk.set({ scorerRefs: [...refs.values()] });
  return new ReviewPlace(desk, refs);
}

/** A queue of pairs: as many as `items`, each of two calls of its own. */
export async function aReviewOfPairs(
  api: Harness,
  { items = 2, people = 2, settings = {} }: Omit<Wanted, "fields"> = {},
): Promise<ReviewPlace> {
  const desk = await aDesk(api, { items: 0, people, settings: { kind: "pairwise", ...settings } });
  const callIds = await someCalls(api, desk.project, items * 2);
  const pairs = Array.from({ length: items }, (_, n) => ({
    callId: callIds[2 * n] ?? "",
    pairCallId: callIds[2 * n + 1] ?? "",
  }));
  await api.call(desk.caller, lead.addQueuePairs, { ...desk.at, pairs, displayFields: ["output"] });
  const added = await api.call(desk.caller, queryQueueItems, { ...desk.at });
  return new ReviewPlace(new DeskPlace(api, { ...desk, items: added.items }), new Map());
}

type Said = Partial<Parameters<DeskPlace["answer"]>[2]>;

export class ReviewPlace {
  readonly desk: DeskPlace;
  readonly refs: ReadonlyMap<string, string>;

  constructor(desk: DeskPlace, refs: ReadonlyMap<string, string>) {
    this.desk = desk;
    this.refs = refs;
  }

  get at(): { projectId: string; queueId: string } {
    return this.desk.at;
  }

  ref(name: string): string {
    return this.refs.get(name) ?? `no field ${name}`;
  }

  /** The `n`th person answers the item with values by the names of their fields. */
  async say(n: number, item: number, values: Record<string, unknown>, more: Said = {}): Promise<void> {
    const feedback = Object.entries(values).map(([name, value]) =>
      this.onCall(item, `wandb.annotation.${name}`, { value }, { annotationRef: this.ref(name) }),
    );
    await this.desk.answer(this.desk.person(n), item, { feedback, ...more });
  }

  /** The `n`th person compares the two calls of an item. */
  async prefer(n: number, item: number, verdict: Verdict): Promise<void> {
    const pairCallId = this.desk.items[item]?.pairCallId;
    const second_ref = `weave:///${this.desk.projectId}/call/${pairCallId}`;
    const feedback = [this.onCall(item, PREFERENCE_TYPE, { verdict, second_ref, strength: null })];
    await this.desk.answer(this.desk.person(n), item, { feedback });
  }

  /** Feedback on the item's call, as it is sent with an answer. */
  onCall(
    item: number,
    feedbackType: string,
    payload: Record<string, unknown>,
    more: Partial<FeedbackItem> = {},
  ): FeedbackItem {
    const callId = this.desk.items[item]?.callId;
    const weaveRef = `weave:///${this.desk.projectId}/call/${callId}`;
    return { projectId: this.desk.projectId, weaveRef, feedbackType, payload, ...more };
  }

  /** A model judge gives its output on the item's call. */
  async judge(name: string, item: number, output: unknown): Promise<string> {
    const runnable_ref = `weave:///${this.desk.projectId}/object/${name}:v0`;
    const { weaveRef } = this.onCall(item, "", {});
    const sent = { project_id: this.desk.projectId, weave_ref: weaveRef, payload: { output }, runnable_ref };
    await storedIds(this.desk.api, this.desk.caller, [{ ...sent, feedback_type: `wandb.runnable.${name}` }]);
    return runnable_ref;
  }

  /** The lead decides an item, by the names of the fields. */
  decide(
    item: number,
    values: Record<string, unknown>,
    more: { isGold?: boolean; note?: string; method?: (typeof lead.DECISION_METHODS)[number] } = {},
  ): Promise<{ decision: lead.Decision }> {
    const byRef = Object.entries(values).map(([name, value]) => [this.refs.get(name) ?? name, value]);
    return this.desk.api.call(this.desk.caller, lead.decideItem, {
      ...this.at,
      itemId: this.desk.id(item),
      values: Object.fromEntries(byRef),
      method: "adopted",
      note: "",
      isGold: false,
      ...more,
    });
  }

  async answers(...items: number[]): Promise<lead.ItemAnswer[]> {
    const itemIds = items.map((item) => this.desk.id(item));
    return (await this.desk.api.call(this.desk.caller, lead.queryItemAnswers, { ...this.at, itemIds }))
      .answers;
  }

  /** Moves everything that the `n`th person did into the past. */
  async wasAgo(n: number, interval: string): Promise<void> {
    await this.desk.api.db.query(sql`
      update item_progress set finished_at = finished_at - ${interval}::interval, updated_at = updated_at - ${interval}::interval
      where queue_id = ${this.desk.queueId} and annotator_id = ${this.desk.person(n).userId}`);
  }
}
