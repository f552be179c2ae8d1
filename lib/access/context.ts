import type { KeyScope, Role } from "#lib/contract/access.ts";
import type { Db } from "#lib/platform/db/database.ts";

/** The acting user. Always taken from the credential, never from a body. */
export type Actor = {
  userId: string;
  name: string;
  email: string;
  isInstanceAdmin: boolean;
  defaultEntity: string;
  /** Set where an API key acts: it narrows what its user may do. */
  key: { id: string; scopes: readonly KeyScope[]; projectIds: readonly string[] } | null;
};

/** A project that the request named and the actor may use. */
export type Project = {
  id: string;
  entity: string;
  name: string;
  /** As on the wire: `<entity>/<project>`. */
  path: string;
  /** The actor's role here. */
  role: Role;
};

/** What every verb gets. */
export type AccountCtx = {
  actor: Actor;
  db: Db;
  requestId: string;
  /** Fires when the caller goes away. */
  signal: AbortSignal;
};

/** The context of a verb whose input names one project. */
export type Ctx = AccountCtx & { project: Project };

/** The context of a verb whose input names several projects, by `<entity>/<project>`. */
export type ProjectsCtx = AccountCtx & { projects: ReadonlyMap<string, Project> };

/** The context of a verb whose endpoint takes files: the first one, and all of them. Files are deleted after the verb, unless the verb has moved them. */
export type UploadCtx = AccountCtx & { file: ReceivedFile; files: readonly ReceivedFile[] };

/** A file that a caller sent, whole and on the disk. */
export type ReceivedFile = {
  /** Absolute, below the data folder. */
  readonly path: string;
  /** As the caller calls it, without folders. */
  readonly filename: string;
  readonly sizeBytes: number;
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string;
};

/** The context of an endpoint without credentials; `actor` is set if the request has a valid credential anyway. */
export type OpenCtx = Omit<AccountCtx, "actor"> & { actor: Actor | null };
