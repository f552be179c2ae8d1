"use client";

import clsx from "clsx";
import { useState } from "react";
import { MessageBlock } from "#components/conversation/message-block.tsx";
import { formatMetric } from "#components/run/metrics/metric-points.ts";
import { countOf } from "#components/ui/text/format.ts";
import { type Message, textOf } from "#lib/contract/conversation/message.ts";
import { readMessage, textMessage } from "#lib/contract/conversation/read-message.ts";
import type { Trajectory, TrajectoryGroup } from "#lib/contract/training/training-data.ts";

type Turn = Trajectory["conversations"][number][number];

/** Several answers to one prompt, with what each earned and how it did beside the others. */
export function TrajectoryGroupView({ group }: { group: TrajectoryGroup }) {
  const { index, trajectories, rewards, exceptionCount } = group;
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / Math.max(rewards.length, 1);
  const hidden = rewards.length - trajectories.length;
  return (
    <section aria-label={`Group ${index + 1}`} className="rounded-lg border border-line">
      <h2 className="flex flex-wrap items-baseline gap-x-3 border-line border-b px-3 py-2 text-sm">
        Group {index + 1}
        <span className="font-normal text-muted text-xs">
          {countOf(rewards.length, "trajectory", "trajectories")}, mean reward {formatMetric(mean)}
          {hidden > 0 ? ` · ${hidden} outside the bar` : ""}
          {exceptionCount > 0 ? ` · ${countOf(exceptionCount, "exception")}` : ""}
          {metricsText(group)}
        </span>
      </h2>
      <Prompt text={promptOf(trajectories)} />
      <p aria-hidden="true" className="flex gap-x-3 px-3 pt-1.5 text-faint text-xs">
        <span className="w-20 shrink-0">Reward</span>
        <span className="w-20 shrink-0">Advantage</span>
        <span className="min-w-0 truncate">Last reply</span>
      </p>
      <ol className="divide-y divide-line">
        {trajectories.map((trajectory) => (
          <li key={trajectory.index}>
            <TrajectoryRow trajectory={trajectory} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What all of them answer. */
function Prompt({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <p
      title={text}
      className="line-clamp-3 whitespace-pre-wrap break-words border-line border-b px-3 py-2 text-sm"
    >
      <span className="text-muted">Prompt: </span>
      {text}
    </p>
  );
}

/** The last message before the policy speaks first. */
function promptOf(trajectories: readonly Trajectory[]): string {
  const turns = trajectories[0]?.conversations[0] ?? [];
  const spoken = turns.findIndex(({ isSampled }) => isSampled);
  const last = (spoken < 0 ? turns : turns.slice(0, spoken)).at(-1);
  return last ? textOf(messageOf(last)).slice(0, 600) : "";
}

function metricsText({ metrics }: TrajectoryGroup): string {
  return Object.entries(metrics)
    .map(([name, value]) => ` · ${name} ${typeof value === "number" ? formatMetric(value) : String(value)}`)
    .join("");
}

function TrajectoryRow({ trajectory }: { trajectory: Trajectory }) {
  const [isOpen, setOpen] = useState(false);
  const { index, reward, advantage, conversations } = trajectory;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="min-w-0">
      <summary className="flex min-w-0 items-baseline gap-x-3 px-3 py-1.5 text-sm -outline-offset-2 hover:bg-hover">
        <span className="sr-only">Trajectory {index + 1},</span>
        <span className="w-20 shrink-0 tabular-nums">
          <span className="sr-only">reward </span>
          {formatMetric(reward)}
        </span>
        <AdvantageText advantage={advantage} />
        <span className="min-w-0 truncate text-muted">{lastReply(conversations)}</span>
      </summary>
      {isOpen ? (
        <div className="flex flex-col gap-4 border-line border-t px-3 py-3">
          {conversations.map((turns, at) => (
            <ConversationView
              // biome-ignore lint/suspicious/noArrayIndexKey: conversations have no ids; their order is fixed.
              key={at}
              title={conversations.length > 1 ? `Conversation ${at + 1} of ${conversations.length}` : null}
              turns={turns}
            />
          ))}
        </div>
      ) : null}
    </details>
  );
}

/** The sign says it as well as the colour. */
function AdvantageText({ advantage }: { advantage: number }) {
  const tone = advantage > 0 ? "text-success-ink" : advantage < 0 ? "text-danger-ink" : "text-faint";
  return (
    <span
      title="Advantage: how much better than its group"
      className={clsx("w-20 shrink-0 tabular-nums", tone)}
    >
      <span className="sr-only">advantage </span>
      {advantage > 0 ? "+" : ""}
      {formatMetric(advantage)}
    </span>
  );
}

function ConversationView({ title, turns }: { title: string | null; turns: readonly Turn[] }) {
  return (
    <section className="min-w-0">
      {title ? <h3 className="mb-2 text-muted text-xs">{title}</h3> : null}
      <ol aria-label="Messages" className="flex min-w-0 flex-col gap-3">
        {turns.map((turn, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids; their order is fixed.
          <li key={at} className={clsx("min-w-0", turn.isSampled && "border-accent border-l-2 pl-3")}>
            <MessageBlock message={messageOf(turn)} />
            {turn.isSampled ? <p className="mt-1 text-faint text-xs">{sampledText(turn)}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function sampledText({ tokenCount, meanLogprob }: Turn): string {
  return [
    "sampled",
    ...(tokenCount === null ? [] : [countOf(tokenCount, "token")]),
    ...(meanLogprob === null ? [] : [`mean log-probability ${meanLogprob.toFixed(3)}`]),
  ].join(" · ");
}

/** Whatever was sent as a message is shown, as data where it is none. */
function messageOf({ message }: Turn): Message {
  return (
    readMessage({ value: message, path: "" }, "inputs") ??
    textMessage(String(message.role ?? "message"), JSON.stringify(message), "inputs")
  );
}

function lastReply(conversations: Trajectory["conversations"]): string {
  const reply = conversations.flat().findLast(({ isSampled }) => isSampled);
  return reply ? textOf(messageOf(reply)).slice(0, 300) : "nothing was sampled";
}
