import { useEffect, useReducer, useRef, useState } from "react";
import { v4 as uuid } from "uuid";
import type { ChatSettings } from "#components/chat/state/chat-draft.ts";
import { frameOf } from "#components/chat/state/chat-frame.ts";
import { bodyIn, type ChatBody } from "#components/chat/state/chat-messages.ts";
import {
  type At,
  afterEvent,
  type GivenTalk,
  type PlaygroundEvent,
  type Rounds,
} from "#components/chat/state/playground-state.ts";
import { randomSeed } from "#components/chat/state/random-seed.ts";
import { BrokenReply, type ReplyPart, readReply } from "#components/chat/state/read-reply.ts";
import type { ReplyTiming } from "#components/chat/state/reply-speed.ts";
import type { ToolResults } from "#components/chat/state/tool-turns.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { requestOf } from "#lib/client/call.ts";
import { createChatCompletion } from "#lib/contract/serving/chat.ts";

/** A model that is asked; its id stays while its place and its model change. */
export type Column = { id: string; model: string };

type Asking = {
  prompt: string;
  given?: GivenTalk | undefined;
  columns: readonly Column[];
  settings: ChatSettings;
};
type Shown = { order: readonly string[]; isBlind: boolean };
type OneReply = { column: Column; roundId: number; seed: number; settings: ChatSettings };

const NO_ROUNDS: Rounds = [];

/** Conversations of several models over the same prompts, starting from a stored state; each whole reply is in its thread. */
export function usePlayground(projectId: string, kept: { session: string; rounds: Rounds } | null) {
  const [rounds, dispatch] = useReducer(afterEvent, kept?.rounds ?? NO_ROUNDS);
  const [session, setSession] = useState(() => kept?.session ?? uuid());
  // The seed of the next message where none is set: chosen before, so that its request can be shown.
  const [nextSeed, setNextSeed] = useState(randomSeed);
  const runs = useRuns();
  const lastId = useRef(Math.max(0, ...rounds.map(({ id }) => id)));
  const threadOf = (columnId: string) => `playground-${session}-${columnId}`;

  const requestFrame = (column: Column, seed: number, settings: ChatSettings) =>
    frameOf(settings, { model: column.model, seed, projectId, threadId: threadOf(column.id) });
  const seedOf = ({ seed }: ChatSettings) => (seed === "" ? nextSeed : Number(seed));

  const answer = ({ column, roundId, seed, settings }: OneReply, known: Rounds): Promise<void> => {
    const at = { roundId, columnId: column.id };
    const frame = requestFrame(column, seed, settings);
    return runs.run(column.id, async (signal, isCurrent) => {
      const say = (event: PlaygroundEvent) => {
        if (isCurrent()) dispatch(event);
      };
      say({ type: "began", ...at, model: column.model, seed, frame });
      await hear(bodyIn(known, at, frame), { at, say, signal });
    });
  };
  const answerAll = (event: PlaygroundEvent & { id: number }, { columns, settings }: Asking) => {
    for (const { id } of columns) runs.stop(id);
    dispatch(event);
    const known = afterEvent(rounds, event);
    const seed = seedOf(settings);
    setNextSeed(randomSeed());
    for (const column of columns) void answer({ column, roundId: event.id, seed, settings }, known);
  };
  return {
    rounds,
    session,
    running: runs.running,
    threadOf,
    ask: (asking: Asking, shown: Shown) =>
      answerAll(
        {
          ...{ type: "asked", id: ++lastId.current, prompt: asking.prompt, ...shown },
          ...(asking.given ? { given: asking.given } : {}),
        },
        asking,
      ),
    edit: (roundId: number, asking: Asking, shown: Shown) =>
      answerAll({ type: "edited", roundId, id: ++lastId.current, prompt: asking.prompt, ...shown }, asking),
    /** Continues one column with the results of its tools. */
    goOn: (results: ToolResults, asking: Omit<Asking, "prompt">, shown: Shown) =>
      answerAll(
        { type: "asked", id: ++lastId.current, prompt: "", results, ...shown },
        { prompt: "", ...asking },
      ),
    /** What a message would be sent as. */
    bodyFor: (prompt: string, column: Column, settings: ChatSettings): ChatBody => {
      const id = lastId.current + 1;
      const known = afterEvent(rounds, { type: "asked", id, prompt, order: [column.id], isBlind: false });
      return bodyIn(
        known,
        { roundId: id, columnId: column.id },
        requestFrame(column, seedOf(settings), settings),
      );
    },
    /** Asks one column again: a reply that broke off with its seed, another with a new one. */
    again: (roundId: number, column: Column, settings: ChatSettings) => {
      const before = rounds.find(({ id }) => id === roundId)?.replies[column.id];
      const seed =
        before?.end === "broken" ? before.seed : before ? otherSeed(settings, before.seed) : seedOf(settings);
      void answer({ column, roundId, seed, settings }, rounds);
    },
    stop: runs.stop,
    stopAll: runs.stopAll,
    clear: () => {
      runs.stopAll();
      dispatch({ type: "cleared" });
      setSession(uuid());
    },
  };
}

/** What runs by column. A new run of a column ends the one before it, which is then no longer heard. */
function useRuns() {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const controllers = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const open = controllers.current;
    return () => {
      for (const controller of open.values()) controller.abort();
    };
  }, []);
  const show = () => setRunning(new Set(controllers.current.keys()));
  return {
    running,
    stop: (columnId: string) => controllers.current.get(columnId)?.abort(),
    stopAll: () => {
      for (const controller of controllers.current.values()) controller.abort();
    },
    run: async (columnId: string, work: (signal: AbortSignal, isCurrent: () => boolean) => Promise<void>) => {
      const controller = new AbortController();
      controllers.current.get(columnId)?.abort();
      controllers.current.set(columnId, controller);
      show();
      const isCurrent = () => controllers.current.get(columnId) === controller;
      await work(controller.signal, isCurrent);
      if (!isCurrent()) return;
      controllers.current.delete(columnId);
      show();
    },
  };
}

/** Pieces of several replies come by the hundred in a second; the page draws them this often. */
const DRAW_EVERY_MS = 40;

function batched(deliver: (parts: ReplyPart[]) => void) {
  let parts: ReplyPart[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (parts.length > 0) deliver(parts);
    parts = [];
  };
  return {
    push: (part: ReplyPart) => {
      parts.push(part);
      timer ??= setTimeout(flush, DRAW_EVERY_MS);
    },
    flush,
  };
}

type Hearing = {
  at: At;
  say: (event: PlaygroundEvent) => void;
  signal: AbortSignal;
};

/** Sends a request and reports its events. */
async function hear(body: ChatBody, { at, say, signal }: Hearing): Promise<void> {
  const inbox = batched((parts) => say({ type: "came", ...at, parts }));
  const clock = startClock();
  try {
    for await (const part of replyTo(body, signal)) {
      clock.hear(part);
      inbox.push(part);
    }
    inbox.flush();
    say({ type: "ended", ...at, end: "done", timing: clock.read() });
  } catch (error) {
    inbox.flush();
    if (signal.aborted) say({ type: "ended", ...at, end: "stopped", timing: clock.read() });
    else say({ type: "failed", ...at, reason: reasonOf(error) });
  }
}

/** Measures the time to a reply's first piece, and to its end. */
function startClock() {
  const startMs = performance.now();
  let firstMs: number | null = null;
  return {
    hear: ({ text, calls }: ReplyPart) => {
      if (text !== "" || calls.length > 0) firstMs ??= performance.now() - startMs;
    },
    read: (): ReplyTiming => ({ firstMs, totalMs: performance.now() - startMs }),
  };
}

async function* replyTo(body: ChatBody, signal: AbortSignal) {
  const { model, messages } = body;
  const response = await fetch(requestOf(createChatCompletion, { model, messages, sent: body }, { signal }));
  if (!response.ok) throw await ApiError.of(response);
  if (!response.body) throw new BrokenReply("The server sent no reply.");
  yield* readReply(response.body);
}

function reasonOf(error: unknown): string {
  return error instanceof BrokenReply ? error.message : explainError(error);
}

/** The same seed would give the same reply. */
function otherSeed({ seed }: ChatSettings, before: number): number {
  return seed === "" ? randomSeed() : before + 1;
}
