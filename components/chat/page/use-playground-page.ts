import { type RefObject, useEffect, useRef, useState } from "react";
import { modelsIn } from "#components/chat/models/playground-models.ts";
import {
  type ChatSettings,
  keepSettings,
  keptSettings,
  settingsFaults,
} from "#components/chat/state/chat-draft.ts";
import {
  type GivenTalk,
  type Round,
  type Rounds,
  shuffled,
} from "#components/chat/state/playground-state.ts";
import type { ToolResults } from "#components/chat/state/tool-turns.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { useMe } from "#components/session/session-gate.tsx";
import type { ChatModels } from "./chat-model-picker.tsx";
import { type Conversation, isOf, keepConversation, keptConversation } from "./kept-conversation.ts";
import { type RoundActs, sidesOf } from "./round-acts.ts";
import { inOrder, letterOf, useColumns } from "./use-columns.ts";
import { type Column, usePlayground } from "./use-playground.ts";
import { usePlaygroundKeys } from "./use-playground-keys.ts";
import { useVotes, type Vote } from "./use-votes.ts";

/** Everything that the playground shows and does. */
export function usePlaygroundPage(models: ChatModels) {
  const { projectId, can } = useProject();
  const kept = useKeptConversation();
  const { columns, ...columnActs } = useColumns(offeredModels(models), kept?.columns);
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
    onResults:
      problem === null
        ? (results, column) =>
            play.goOn(results, { columns: [column], settings }, placesOf(play.rounds, results))
        : null,
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
    isHidden: (round: Round | undefined) => isBlind && isUndecided(round, votes),
    columnActs: { ...columnActs, remove: inTurn(play.stop, columnActs.remove) },
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
    /** What is given is continued; `prompt` then says what it is. */
    ask: (prompt: string, given?: GivenTalk) => play.ask({ ...asking(prompt), given }, shown()),
    bodyFor: (prompt: string, column: Column) => play.bodyFor(prompt, column, settings),
    stopAll: play.stopAll,
    clear: inTurn(play.clear, forget),
  };
}

/** Whether the names of a round wait for a vote: on itself, or on the round whose tools it answers. */
function isUndecided(round: Round | undefined, votes: ReadonlyMap<number, unknown>): boolean {
  return round?.isBlind === true && !votes.has(round.results?.promptRoundId ?? round.id);
}

function inTurn<Given extends unknown[]>(...steps: ((...given: Given) => void)[]) {
  return (...given: Given) => {
    for (const step of steps) step(...given);
  };
}

/** Results use the layout of the round that they answer. */
function placesOf(rounds: Rounds, { roundId }: ToolResults) {
  const before = rounds.find(({ id }) => id === roundId);
  return { order: before?.order ?? [], isBlind: before?.isBlind ?? false };
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
  const unchosen = columns.findIndex(({ model }) => model === "");
  if (unchosen >= 0) return `Choose model ${letterOf(unchosen)} first, or remove it.`;
  return hasFaults ? "Correct the settings first." : null;
}

function orderOf(columns: readonly Column[], isBlind: boolean): string[] {
  const order = columns.map(({ id }) => id);
  return isBlind ? shuffled(order, Math.random) : order;
}

/** The project's models, newest first, then base models, then those of other servers. */
function offeredModels({ registered, bases, upstreams }: ChatModels): string[] {
  return [...registered.map((model) => chatNameOf(model)), ...bases, ...upstreams];
}

type Shown = Omit<Conversation, "votes"> & { votes: ReadonlyMap<number, Vote> };

/** The conversation that this tab was at, unless the address asks for another. */
function useKeptConversation(): Conversation | null {
  const { projectId } = useProject();
  const { userId } = useMe();
  const { get } = useSearchState();
  const [kept] = useState(() => {
    const known = keptConversation(window.sessionStorage, { userId, projectId });
    return known && isOf(known, modelsIn(get)) ? known : null;
  });
  return kept;
}

/** Keeps a conversation in this tab whenever it has changed and `isWritten`. */
function useKeeping({ session, rounds, columns, votes }: Shown, isWritten: boolean): void {
  const { projectId } = useProject();
  const { userId } = useMe();
  useEffect(() => {
    if (isWritten)
      keepConversation(
        window.sessionStorage,
        { userId, projectId },
        { session, rounds, columns, votes: [...votes] },
      );
  }, [isWritten, userId, projectId, session, rounds, columns, votes]);
}
