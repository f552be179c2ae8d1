/** A reference taken apart: `weave:///<entity>/<project>/<kind>/<name>[:<digest>][/<path>]`. */
export type Ref = {
  entity: string;
  project: string;
  /** `object`, `op`, `call`, `table` or one of the agent kinds. */
  kind: string;
  /** The name of an object or op; the id of anything else. */
  name: string;
  /** The version of an object or op. */
  digest: string | null;
};

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/\//i;
const REF = /^[^/\s]+:\/\/\/([^/\s]+)\/([^/\s]+)\/([a-z_]+)\/([^/:]+)(?::([^/]+))?(?:\/.*)?$/s;

/** Takes a reference of any scheme apart; null where it is none. */
export function parseRef(text: string): Ref | null {
  const [, entity, project, kind, name, digest] = REF.exec(text) ?? [];
  if (!SCHEME.test(text) || !entity || !project || !kind || !name) return null;
  return { entity, project, kind, name, digest: digest ?? null };
}

/** The one spelling in which references are stored and written; what is not a reference stays as it is. */
export function normalizeRef(text: string): string {
  return text.replace(SCHEME, "weave:///");
}
