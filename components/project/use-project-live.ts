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

/** Whoever goes from page to page leaves one and comes to the next; within this time they find the connection open. */
const KEPT_MS = 5_000;

/** No id that the service gives: it tells everything, as anything may have changed. */
const UNKNOWN = "unknown";

const streams = new Map<string, ProjectStream>();

/** One connection, which a page that nobody sees gives back: a browser has few for each server. */
class ProjectStream {
  readonly #path: Path;
  /** From here on the page has been told of everything that changed. */
  #toldSince: string;
  readonly #listeners = new Set<Listener>();
  #source: EventSource | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(path: Path, pageMark: string | null) {
    this.#path = path;
    this.#toldSince = pageMark ?? UNKNOWN;
  }

  add(listener: Listener): void {
    clearTimeout(this.#leaving);
    if (this.#listeners.size === 0) document.addEventListener("visibilitychange", this.#onVisibility);
    this.#listeners.add(listener);
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

  /** A browser that connects again by itself says what it was told last; this says it for the first time. */
  #connect(): void {
    const since = { ...this.#path, lastEventId: this.#toldSince };
    const source = new EventSource(requestOf(followProject, since).url);
    this.#source = source;
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      this.#again = setTimeout(() => this.#connect(), ASK_AGAIN_MS);
    };
    source.addEventListener("change", ({ data, lastEventId }: MessageEvent<string>) => {
      this.#tell(z.decode(ProjectChange, JSON.parse(data)).topic);
      if (lastEventId !== "") this.#toldSince = lastEventId;
    });
  }

  #close(): void {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }

  #tell(topic: LiveTopic): void {
    for (const { topics, onChange } of this.#listeners) if (topics.includes(topic)) onChange(topic);
  }
}

/** Calls `onChange` whenever something of these kinds has changed in the page's project, or may have while the page was away. */
export function useProjectLive(topics: readonly LiveTopic[], onChange: (topic: LiveTopic) => void): void {
  const { entity, project } = useProject();
  const queryClient = useQueryClient();
  const tell = useEffectEvent(onChange);
  const wanted = topics.join(" ");
  useEffect(() => {
    const listened = topicsIn(wanted);
    const listener = { topics: listened, onChange: (topic: LiveTopic) => tell(topic) };
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
 * Tells `listener` what changes in a project, from the moment on that `pageMark` names: what came with the page was read after it. All listeners of
 * a page share one connection. Returns the end of listening.
 */
function listenToProject(path: Path, listener: Listener, pageMark: string | null): () => void {
  const name = `${path.entity}/${path.project}`;
  const stream = streams.get(name) ?? new ProjectStream(path, pageMark);
  streams.set(name, stream);
  stream.add(listener);
  return () => stream.remove(listener);
}
