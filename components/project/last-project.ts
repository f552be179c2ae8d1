import type { ProjectPath } from "#components/layout/state/navigation.ts";

const STORAGE_KEY = "spindle-last-project";

/** Remembers in this browser which project to open next time. Does nothing in a browser without storage. */
export function rememberProject({ entity, project }: ProjectPath): void {
  try {
    localStorage.setItem(STORAGE_KEY, `${entity}/${project}`);
  } catch {
    // Storage may be switched off or full; the first project of the list then does.
  }
}

/** The path of the project that was open last, or null. */
export function lastProject(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
