import { WEBHOOK_EVENTS, type WebhookEvent } from "#lib/contract/automation/webhooks.ts";

/** What an event is about, and what happens to it. */
type EventWords = readonly [subject: string, happening: string];

const EVENT_WORDS: { [E in WebhookEvent]: EventWords } = {
  "annotation.completed": ["an item of a queue", "is completed by somebody"],
  "queue.completed": ["a queue", "has all its answers"],
  "queue.agreement_low": ["a queue", "agrees less than it should"],
  "dataset.version_ready": ["a version of a dataset", "is built"],
  "training_job.completed": ["a training job", "completes"],
  "training_job.failed": ["a training job", "fails"],
  "training_job.cancelled": ["a training job", "is cancelled"],
  "evaluation_run.completed": ["an evaluation", "is measured"],
  "evaluation_run.failed": ["an evaluation", "fails"],
  "rl_run.completed": ["a run of reinforcement", "completes"],
  "rl_run.failed": ["a run of reinforcement", "fails"],
  "rl_run.cancelled": ["a run of reinforcement", "is cancelled"],
  "rl_run.waiting_for_people": ["a run of reinforcement", "waits for people"],
  "promotion.waiting": ["a promotion", "is asked for"],
  "promotion.approved": ["a promotion", "is approved"],
  "promotion.refused": ["a promotion", "is refused"],
  "promotion.withdrawn": ["a promotion", "is withdrawn"],
  "checkpoint_alias.moved": ["an alias", "moves to another checkpoint"],
  "loop.waiting": ["a run of a loop", "waits for an admin"],
  "loop.failed": ["a run of a loop", "fails"],
};

type EventGroup = { subject: string; events: { event: WebhookEvent; happening: string }[] };

/** Events by what they are about, in the order of the contract. */
export function groupEvents(chosen: readonly string[] = WEBHOOK_EVENTS): EventGroup[] {
  const groups = new Map<string, EventGroup>();
  for (const event of WEBHOOK_EVENTS.filter((one) => chosen.includes(one))) {
    const [subject, happening] = EVENT_WORDS[event];
    const group = groups.get(subject) ?? { subject, events: [] };
    group.events.push({ event, happening });
    groups.set(subject, group);
  }
  return [...groups.values()];
}

const either = new Intl.ListFormat("en", { type: "disjunction" });

/** When something is sent, in one sentence. */
export function whenSent(chosen: readonly string[]): string {
  const parts = groupEvents(chosen).map(
    ({ subject, events }) => `${subject} ${either.format(events.map(({ happening }) => happening))}`,
  );
  return `Sent when ${parts.join("; when ")}.`;
}

/** What an event is called; its own name where it has no other. */
export function eventLabel(type: string): string {
  const known = WEBHOOK_EVENTS.find((event) => event === type);
  if (!known) return type === "webhook.test" ? "A test" : type;
  const words = EVENT_WORDS[known].join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
