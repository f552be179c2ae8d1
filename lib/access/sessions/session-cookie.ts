import { env } from "#lib/platform/env.ts";

/** Whether browsers reach the service by https. */
export function isHttps(): boolean {
  return env().NEXTAUTH_URL?.startsWith("https:") === true;
}

/** `__Host-` binds the cookie to this host over https; browsers refuse the prefix over plain http. */
export function sessionCookieName(): string {
  return isHttps() ? "__Host-spindle-session" : "spindle-session";
}
