import { requestOf } from "#lib/client/call.ts";
import { followProject, type LiveTopic, ProjectChange } from "#lib/contract/live.ts";
import * as z from "#lib/contract/zod.ts";

type Listener = { topics: readonly LiveTopic[]; onChange: (topic: LiveTopic) => void };
type Path = { entity: string; project: string };

/** A refusal closes a source for good; another try shows whether the server has recovered. */
const ASK_AGAIN_MS = 5_000;

const streams = new Map<string, ProjectStream>();

/** Tells `listener` what changes in a project. All listeners of a page share one connection. Returns the end of listening. */
export function listenToProject(path: Path, listener: Listener): () => void {
  const name = `${path.entity}/${path.project}`;
  const stream = streams.get(name) ?? new ProjectStream(path);
  streams.set(name, stream);
  stream.add(listener);
  return () => {
    if (stream.remove(listener) === 0) streams.delete(name);
  };
}

/** One connection, which a page that nobody sees gives back: a browser has few for each server. */
class ProjectStream {
  readonly #path: Path;
  readonly #listeners = new Set<Listener>();
  #source: EventSource | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** Whether changes may have been missed. */
  #wasAway = false;

  constructor(path: Path) {
    this.#path = path;
  }

  add(listener: Listener): void {
    if (this.#listeners.size === 0) document.addEventListener("visibilitychange", this.#onVisibility);
    this.#listeners.add(listener);
    if (!this.#source && !document.hidden) this.#connect();
  }

  /** Gives the number of listeners left. */
  remove(listener: Listener): number {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) {
      document.removeEventListener("visibilitychange", this.#onVisibility);
      this.#close();
    }
    return this.#listeners.size;
  }

  readonly #onVisibility = (): void => {
    if (document.hidden) this.#close();
    else if (!this.#source) this.#connect();
  };

  #connect(): void {
    const source = new EventSource(requestOf(followProject, this.#path).url);
    this.#source = source;
    source.onopen = () => {
      if (this.#wasAway) this.#tellAll();
      this.#wasAway = false;
    };
    source.onerror = () => {
      this.#wasAway = true;
      if (source.readyState !== EventSource.CLOSED) return;
      this.#again = setTimeout(() => this.#connect(), ASK_AGAIN_MS);
    };
    source.addEventListener("change", ({ data }: MessageEvent<string>) =>
      this.#tell(z.decode(ProjectChange, JSON.parse(data)).topic),
    );
  }

  #close(): void {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
    this.#wasAway = true;
  }

  #tell(topic: LiveTopic): void {
    for (const { topics, onChange } of this.#listeners) if (topics.includes(topic)) onChange(topic);
  }

  #tellAll(): void {
    for (const { topics, onChange } of this.#listeners) for (const topic of topics) onChange(topic);
  }
}
