export type ToastMessage = {
  title: string;
  /** What else there is to know; for errors, what to do. */
  detail?: string;
  tone?: "neutral" | "success" | "danger";
  /** Where what follows is done. */
  link?: { label: string; href: string };
  action?: { label: string; onAction: () => void };
};

export type ToastEntry = ToastMessage & { id: number };

const SHOWN_AT_ONCE = 3;

let entries: readonly ToastEntry[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Says what just happened, at the foot of the screen. The newest three stay. Returns an id for `dismissToast`. */
export function toast(message: ToastMessage): number {
  const id = nextId++;
  set([...entries, { ...message, id }].slice(-SHOWN_AT_ONCE));
  return id;
}

export function dismissToast(id: number): void {
  set(entries.filter((entry) => entry.id !== id));
}

export function readToasts(): readonly ToastEntry[] {
  return entries;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly ToastEntry[]): void {
  entries = next;
  for (const notify of listeners) notify();
}
