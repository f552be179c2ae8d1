import { type RefObject, useRef, useState } from "react";
import { useProject } from "#components/projects/project-context.tsx";
import { type ChatSettings, keepSettings, keptSettings, settingsFaults } from "./chat-draft.ts";
import type { ChatModels } from "./chat-model-picker.tsx";
import { type Round, shuffled } from "./playground-state.ts";
import { type RoundActs, sidesOf } from "./round-acts.ts";
import { inOrder, useColumns } from "./use-columns.ts";
import { useKeeping, useKeptConversation } from "./use-kept-conversation.ts";
import { type Column, usePlayground } from "./use-playground.ts";
import { usePlaygroundKeys } from "./use-playground-keys.ts";
import { useVotes } from "./use-votes.ts";

/** Everything that the playground shows and does. */
export function usePlaygroundPage(models: ChatModels) {
  const { projectId, can } = useProject();
  const kept = useKeptConversation();
  const { columns, ...columnActs } = useColumns(defaultModel(models), kept?.columns);
  const { settings, setSettings, faults } = useSettings();
  const [queued, setQueued] = useState<readonly string[]>([]);
  const play = usePlayground(projectId, kept);
  const { votes, vote, isPending, forget } = useVotes(kept?.votes);
  const input = useRef<HTMLTextAreaElement>(null);
  const isBlind = settings.isBlind && columns.length > 1;
  const problem = problemOf(columns, Object.keys(faults).length > 0);
  const last = play.rounds.at(-1);
  const coming = columns.filter(({ id }) => play.running.has(id)).length;
  const onQueue = can("queues:write") ? setQueued : null;
  const asking = (prompt: string) => ({ prompt, columns, settings });
  const shown = () => ({ order: orderOf(columns, isBlind), isBlind });
  const acts: RoundActs = {
    threadOf: play.threadOf,
    onStop: play.stop,
    onAgain: problem === null ? (roundId, column) => play.again(roundId, column, settings) : null,
    onEdit: problem === null ? (roundId, prompt) => play.edit(roundId, asking(prompt), shown()) : null,
    onVote: vote,
    isVoting: isPending,
    onQueue,
  };
  // A reply is kept when it is whole, its prompt at once: pieces come too often to be written each.
  const isWritten = coming === 0 || Object.keys(last?.replies ?? {}).length === 0;
  useKeeping({ session: play.session, rounds: play.rounds, columns, votes }, isWritten);
  const lastCalls = last ? sidesOf(last, columns).map(({ callId }) => callId) : [];
  usePlaygroundKeys({
    onStop: coming > 0 ? play.stopAll : null,
    onHeat: () => setSettings({ ...settings, showsHeat: !settings.showsHeat }),
    onBlind: columns.length > 1 ? () => setSettings({ ...settings, isBlind: !settings.isBlind }) : null,
    onQueue: onQueue && lastCalls.length > 0 ? () => onQueue(lastCalls) : null,
    onWrite: () => focus(input),
  });
  return {
    rounds: play.rounds,
    columns,
    /** As the last round shows them. */
    placed: isBlind && last ? inOrder(columns, last.order) : columns,
    isHidden: (round: Round | undefined) => isBlind && Boolean(round?.isBlind) && !votes.has(round?.id ?? 0),
    columnActs: {
      ...columnActs,
      remove: (id: string) => {
        play.stop(id);
        columnActs.remove(id);
      },
    },
    settings,
    setSettings,
    faults,
    problem,
    coming,
    votes,
    acts,
    queued,
    setQueued,
    input,
    ask: (prompt: string) => play.ask(asking(prompt), shown()),
    stopAll: play.stopAll,
    clear: () => {
      play.clear();
      forget();
    },
  };
}

function focus(input: RefObject<HTMLElement | null>): void {
  input.current?.focus();
}

function useSettings() {
  const [settings, set] = useState(() => keptSettings(window.localStorage));
  return {
    settings,
    faults: settingsFaults(settings),
    setSettings: (next: ChatSettings) => {
      set(next);
      keepSettings(window.localStorage, next);
    },
  };
}

function problemOf(columns: readonly Column[], hasFaults: boolean): string | null {
  if (columns.length === 0) return "Choose a model first.";
  return hasFaults ? "Put the settings right first." : null;
}

function orderOf(columns: readonly Column[], isBlind: boolean): string[] {
  const order = columns.map(({ id }) => id);
  return isBlind ? shuffled(order, Math.random) : order;
}

/** The newest model of the project, else the first base model. */
function defaultModel({ registered: [newest], bases: [base] }: ChatModels): string | null {
  if (newest) return `${newest.entity}/${newest.project}/${newest.name}`;
  return base ?? null;
}
