import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { hashSecret } from "#lib/access/keys/secret-hash.ts";
import type { Role } from "#lib/contract/access.ts";
import { handleSignIn } from "#lib/edge/session/sign-in-route.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Harness, TestProject } from "#lib/testing/harness.ts";
import { inNextRequest } from "#lib/testing/in-next-request.ts";

export const TEST_PASSWORD = "a plain sentence for tests";

let hashed: Promise<string> | undefined;

/** Cheap on purpose: the cost of the real thing would slow every test that signs in. */
function testHash(): Promise<string> {
  hashed ??= hash(TEST_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  return hashed;
}

/** A person who can sign in with `TEST_PASSWORD`. */
export async function aPerson(
  api: Harness,
  extra: { isInstanceAdmin?: boolean; mustChangePassword?: boolean; disabledAt?: Date } = {},
): Promise<{ id: string; email: string }> {
  const id = newId();
  const email = `${id}@example.com`;
  await api.db.prisma.user.create({
    data: { id, email, name: "A person", passwordHash: await testHash(), defaultEntity: "none", ...extra },
  });
  return { id, email };
}

/** Headers of a request that a page of ours sends from a browser to the routes of the test server. */
export function asPage(api: Harness, browser: TestBrowser): Record<string, string> {
  return { cookie: browser.headers.cookie ?? "", origin: api.url, "sec-fetch-site": "same-origin" };
}

const ORIGIN = "http://spindle.test";

/** Keeps cookies as a browser does, and signs in and out through the routes as a page of ours. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly address: string;

  constructor(address: string = newId()) {
    this.address = address;
  }

  /** Headers of a request from one of our pages. */
  get headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return {
      cookie,
      host: new URL(ORIGIN).host,
      origin: ORIGIN,
      "sec-fetch-site": "same-origin",
      "x-spindle-client-address": this.address,
    };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(path, { headers: { ...this.headers, ...headers } });
  }

  post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams(form);
    return this.#send(path, { method: "POST", body, headers: { ...this.headers, ...headers } });
  }

  async csrfToken(): Promise<string> {
    const { csrfToken } = await (await this.get("csrf")).json();
    return csrfToken;
  }

  /** The answer that next-auth's own client reads. */
  async signIn(email: string, password = TEST_PASSWORD, callbackUrl = "/projects"): Promise<SignInAnswer> {
    const form = { email, password, callbackUrl, csrfToken: await this.csrfToken(), json: "true" };
    const response = await this.post("callback/credentials", form);
    const { url } = await response.json();
    return {
      status: response.status,
      url,
      error: new URL(url).searchParams.get("error"),
      headers: response.headers,
    };
  }

  async signOut(): Promise<Response> {
    return this.post("signout", { csrfToken: await this.csrfToken(), json: "true" });
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const request = new Request(`${ORIGIN}/api/auth/${path}`, init);
    const segments = new URL(request.url).pathname.split("/").slice(3);
    const route = { params: Promise.resolve({ nextauth: segments }) };
    const response = await inNextRequest(request, () => handleSignIn(request, route));
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    return response;
  }

  /** Takes in a cookie as it came. */
  keep(setCookie: string): void {
    const [pair = "", ...attributes] = setCookie.split("; ");
    const [name = "", ...value] = pair.split("=");
    const isGone = attributes.includes("Max-Age=0") || value.join("=") === "";
    if (isGone) this.cookies.delete(name);
    else this.cookies.set(name, value.join("="));
  }
}

type SignInAnswer = { status: number; url: string; error: string | null; headers: Headers };

/** Gives a user the password `TEST_PASSWORD`. */
export async function setPassword(api: Harness, userId: string): Promise<void> {
  await api.db.prisma.user.update({ where: { id: userId }, data: { passwordHash: await testHash() } });
}

type InvitationRow = {
  email?: string;
  role?: Role;
  expiresAt?: Date;
  acceptedAt?: Date;
  revokedAt?: Date;
};

/** An invitation to a project, and the token that opens it. */
export async function anInvitation(
  api: Harness,
  project: TestProject,
  row: InvitationRow = {},
): Promise<{ id: string; token: string; email: string }> {
  const [id, token] = [newId(), randomBytes(32).toString("base64url")];
  const email = row.email ?? `${id}@example.com`;
  const tokenHash = hashSecret(token);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await api.db.prisma.invitation.create({
    data: {
      id,
      tokenHash,
      projectId: project.id,
      createdBy: "test",
      role: "annotator",
      expiresAt,
      ...row,
      email,
    },
  });
  return { id, token, email };
}
