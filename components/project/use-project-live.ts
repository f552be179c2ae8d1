"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { requestOf } from "#lib/client/call.ts";
import { followProject, type LiveTopic, ProjectChange } from "#lib/contract/traces/live.ts";
import * as z from "#lib/contract/zod.ts";
import { PAGE_MARK_KEY } from "./page-mark.ts";
import { useProject } from "./project-context.tsx";

/** A refusal closes a source for good; another try shows whether the server has recovered. */
const ASK_AGAIN_MS = 5_000;

/** Going from page to page stops listening and starts again; the connection stays open for so long. */
const KEPT_MS = 5_000;

/** Parts of a page come to life one after the other, for so long after its start on a busy machine. */
const COMING_TO_LIFE_MS = 10_000;

/** An id that the service never issues, so that it sends all topics, as anything may have changed. */
const UNKNOWN = "unknown";

const streams = new Map<string, ProjectStream>();

/** One connection. A hidden page closes it, as a browser has few per server. */
class ProjectStream {
  readonly #path: Path;
  /** The page knows of every change up to this id. */
  #lastEventId: string;
  readonly #listeners = new Set<Listener>();
  /** What has changed while the page came to life: parts that begin to listen later were drawn before it. */
  readonly #early = new Set<LiveTopic>();
  #source: EventSource | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(path: Path, pageMark: string | null) {
    this.#path = path;
    this.#lastEventId = pageMark ?? UNKNOWN;
  }

  add(listener: Listener): void {
    clearTimeout(this.#leaving);
    if (this.#listeners.size === 0) document.addEventListener("visibilitychange", this.#onVisibility);
    this.#listeners.add(listener);
    if (isComingToLife()) this.#catchUp(listener);
    if (!this.#source && !document.hidden) this.#connect();
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    document.removeEventListener("visibilitychange", this.#onVisibility);
    this.#leaving = setTimeout(() => this.#close(), KEPT_MS);
  }

  readonly #onVisibility = (): void => {
    if (document.hidden) this.#close();
    else if (!this.#source) this.#connect();
  };

  /** Sends the last id on the first connection; when the browser reconnects, it sends the id itself. */
  #connect(): void {
    const since = { ...this.#path, lastEventId: this.#lastEventId };
    const source = new EventSource(requestOf(followProject, since).url);
    this.#source = source;
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      this.#again = setTimeout(() => this.#connect(), ASK_AGAIN_MS);
    };
    source.addEventListener("change", ({ data, lastEventId }: MessageEvent<string>) => {
      this.#notify(z.decode(ProjectChange, JSON.parse(data)).topic);
      if (lastEventId !== "") this.#lastEventId = lastEventId;
    });
  }

  #close(): void {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }

  #catchUp(listener: Listener): void {
    for (const topic of this.#early)
      if (listener.topics.includes(topic))
        queueMicrotask(() => {
          if (this.#listeners.has(listener)) listener.onChange(topic);
        });
  }

  #notify(topic: LiveTopic): void {
    if (isComingToLife()) this.#early.add(topic);
    for (const { topics, onChange } of this.#listeners) if (topics.includes(topic)) onChange(topic);
  }
}

/** The page's own clock starts when it is opened. */
function isComingToLife(): boolean {
  return performance.now() < COMING_TO_LIFE_MS;
}

/** Calls `onChange` whenever something of these kinds has changed in the page's project, or may have while the page was away. */
export function useProjectLive(topics: readonly LiveTopic[], onChange: (topic: LiveTopic) => void): void {
  const { entity, project } = useProject();
  const queryClient = useQueryClient();
  const notify = useEffectEvent(onChange);
  const wanted = topics.join(" ");
  useEffect(() => {
    const listened = topicsIn(wanted);
    const listener = { topics: listened, onChange: (topic: LiveTopic) => notify(topic) };
    const pageMark = queryClient.getQueryData<string | null>(PAGE_MARK_KEY) ?? null;
    return listenToProject({ entity, project }, listener, pageMark);
  }, [queryClient, entity, project, wanted]);
}

/** The words were topics when they were joined. */
function topicsIn(joined: string): LiveTopic[] {
  return joined.split(" ") as LiveTopic[];
}

type Listener = { topics: readonly LiveTopic[]; onChange: (topic: LiveTopic) => void };

type Path = { entity: string; project: string };

/**
 * Notifies `listener` of changes in a project since `pageMark`, which was taken before the page's data were read. All listeners of a page
 * share one connection. Returns a function that stops.
 */
export function listenToProject(path: Path, listener: Listener, pageMark: string | null): () => void {
  const name = `${path.entity}/${path.project}`;
  const stream = streams.get(name) ?? new ProjectStream(path, pageMark);
  streams.set(name, stream);
  stream.add(listener);
  return () => stream.remove(listener);
}
