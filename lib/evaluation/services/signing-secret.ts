import { hkdfSync } from "node:crypto";
import { env } from "#lib/platform/env.ts";

/**
 * With what the requests of a project's graders are signed, as Standard Webhooks writes secrets. It comes of the service's own secret, so that
 * nothing is stored and no grader's definition holds one.
 */
export function signingSecret(projectId: string): string {
  const secret = env().NEXTAUTH_SECRET;
  if (!secret)
    throw new Error("NEXTAUTH_SECRET is not set in this process; start the service with npm start");
  const derived = hkdfSync("sha256", secret, projectId, "spindle: signatures of graders", 32);
  return `whsec_${Buffer.from(derived).toString("base64")}`;
}
