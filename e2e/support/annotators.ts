import { expect } from "@playwright/test";
import { keyHeaders, SERVICE } from "./fixtures.ts";
import { aPerson, type Person } from "./people.ts";
import type { SeededQueue } from "./queues.ts";
import { ADMIN } from "./service.ts";
import { sessionHeaders } from "./session.ts";

/** Someone who works over HTTP with a key of their own, and may sign in as well. */
export type Worker = Person & { userId: string; key: string };

/** Makes an account with a role in the project, and a key for it, all over HTTP. */
export async function aWorker(
  name: string,
  role: string,
  { url, project } = { url: SERVICE.url, project: SERVICE.project },
): Promise<Worker> {
  const person = aPerson(name);
  const admin = await sessionHeaders(ADMIN, url);
  const members = `${url}/api/projects/${project}`;
  const { token } = await sent(`${members}/invitations`, { email: person.email, role }, admin);
  const accepted = { token, name: person.name, password: person.password };
  await sent(`${url}/api/invitations/accept`, accepted, {});
  const own = await sessionHeaders(person, url);
  const scopes = role === "annotator" ? ["annotate"] : ["read"];
  const { key } = await sent(`${url}/api/keys`, { name: "tests", scopes }, own);
  const { user_id: userId } = await (await fetch(`${url}/api/me`, { headers: own })).json();
  return { ...person, userId, key };
}

/** Removes someone from the project and invites them again; returns the token of the link. */
export async function inviteAgain({ email, userId }: Worker, url = SERVICE.url): Promise<string> {
  const admin = await sessionHeaders(ADMIN, url);
  const members = `${url}/api/projects/${SERVICE.project}`;
  const removed = await fetch(`${members}/members/${userId}`, { method: "DELETE", headers: admin });
  expect(removed.status).toBe(200);
  return (await sent(`${members}/invitations`, { email, role: "viewer" }, admin)).token;
}

/** A request with somebody's key that must succeed; gives the reply. */
export async function asWorker<Reply = Record<string, unknown>>(
  { key }: { key: string },
  path: string,
  body: unknown,
): Promise<Reply> {
  return sent(`${SERVICE.url}${path}`, body, keyHeaders(key));
}

async function sent(url: string, body: unknown, headers: Record<string, string>) {
  const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers } };
  const response = await fetch(url, { ...init, body: JSON.stringify(body) });
  expect(response.status, `${url}: ${await response.clone().text()}`).toBe(200);
  return response.json();
}

/** Somebody answers whether an item is correct, through the service's own door. */
export async function answerAs(
  worker: Worker,
  queue: SeededQueue,
  index: number,
  value: boolean,
): Promise<void> {
  const item = queue.items[index];
  const feedback = {
    project_id: SERVICE.project,
    weave_ref: `weave:///${SERVICE.project}/call/${item?.callId}`,
    feedback_type: "wandb.annotation.is-it-correct",
    annotation_ref: queue.refs[0],
    queue_id: queue.id,
    payload: { value },
  };
  const body = { project_id: SERVICE.project, annotation_state: "completed", feedback: [feedback] };
  await asWorker(worker, `/api/annotation_queues/${queue.id}/items/${item?.id}/answer`, body);
}
