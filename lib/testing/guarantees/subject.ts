import type { KeyScope, Role } from "#lib/contract/access.ts";
import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { snakeCase } from "#lib/contract/wire.ts";
import { projectPaths } from "#lib/edge/http/project-paths.ts";
import { valueAt } from "#lib/platform/json/value-at.ts";
import type { Caller, Harness, TestProject } from "../harness.ts";

/** The whole input as it stands on the wire: path, query and body fields together. */
export type WireInput = Record<string, unknown>;
/** Makes the rows that an input needs and gives that input. */
export type Prepare = (place: Place) => WireInput | Promise<WireInput>;
/** Where one request is tried: a project of its own and an admin of it. */
export type Place = { api: Harness; project: TestProject; caller: Caller };

/** What an endpoint says about itself beyond its descriptor; all of it has a default. */
export type Setup = {
  prepare?: Prepare;
  /** Statuses of the prepared input by role, where they are neither 200 nor a plain 403. */
  roles?: Partial<Record<Role, number>>;
  /** The same by scope of a key. */
  scopes?: Partial<Record<KeyScope, number>>;
  /** Fields of the wire whose values may be changed without the request becoming another one. */
  ignored?: readonly string[];
  /** Refused requests change something, too, such as how many passwords were wrong. */
  countsRefusals?: true;
};

export type Subject = {
  api: Harness;
  endpoint: AnyEndpoint;
  prepare: Prepare;
  setup: Setup;
};

export type Prepared = Place & { input: WireInput };

/** A new project, its admin, and the input prepared there. */
export async function newPlace(subject: Subject): Promise<Prepared> {
  const project = await subject.api.aProject();
  const caller = await subject.api.aCaller(project, "admin");
  const place = { api: subject.api, project, caller };
  return { ...place, input: await subject.prepare(place) };
}

const UNCHANGED = new WeakMap<Subject, Promise<Prepared>>();

/** A place as it was prepared: making one costs more than asking there, and neither reading nor a refused request changes it. */
export function aPlace(subject: Subject): Promise<Prepared> {
  const place = UNCHANGED.get(subject) ?? newPlace(subject);
  UNCHANGED.set(subject, place);
  return place;
}

/** After a request that was accepted, the next one gets another place. */
export function noteStatus(subject: Subject, status: number): void {
  const { endpoint, setup } = subject;
  const accepted = status < 400 && !endpoint.needs?.endsWith(":read");
  if (accepted || setup.countsRefusals) UNCHANGED.delete(subject);
}

/** The descriptor's example, moved into a project. */
export function exampleIn(endpoint: AnyEndpoint, project: TestProject): WireInput {
  const example = { ...endpoint.example };
  const [path] = projectsNamedIn(endpoint, example);
  return path === undefined ? example : moved(endpoint, example, { from: path, to: project.path });
}

/** The same input with another project in every place and reference that names `from`. */
export function moved(
  endpoint: AnyEndpoint,
  input: WireInput,
  { from, to }: { from: string; to: string },
): WireInput {
  const text = JSON.stringify(input).replaceAll(from, to);
  const copy: WireInput = JSON.parse(text);
  const namesBoth = `${copy.entity}/${copy.project}` === from;
  if (!hasProjectInPath(endpoint) && !namesBoth) return copy;
  const [entity, project] = to.split("/");
  return { ...copy, entity, project };
}

function hasProjectInPath(endpoint: AnyEndpoint): boolean {
  return endpoint.path.includes("{entity}/{project}");
}

function projectsNamedIn(endpoint: AnyEndpoint, input: WireInput): string[] {
  if (hasProjectInPath(endpoint)) return [`${input.entity}/${input.project}`];
  const place = endpoint.projectAt === "verb" ? undefined : endpoint.projectAt;
  const named = [...projectPaths(input, snakeCase(place ?? "{projectId}"))];
  return named.length > 0 ? named : [...anyProjectId(input)];
}

function* anyProjectId(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value))
    if (key === "project_id" && typeof inner === "string") yield inner;
    else yield* anyProjectId(inner);
}

/** A copy with another value at a path; `undefined` takes the field away. */
export function withValue(input: WireInput, path: readonly string[], value: unknown): WireInput {
  const copy = structuredClone(input);
  const last = path.at(-1) ?? "";
  const parent = valueAt(copy, path.slice(0, -1));
  if (typeof parent !== "object" || parent === null) return copy;
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
}
