import type { Tone } from "#components/ui/button/badge.tsx";
import type { listAuditEvents } from "#lib/contract/access/audit.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";

export type AuditEvent = ReplyOf<typeof listAuditEvents>["events"][number];

const KINDS: ReadonlyMap<unknown, { label: string; tone: Tone }> = new Map([
  ["approved", { label: "approved", tone: "success" }],
  ["overridden", { label: "gate overridden", tone: "warning" }],
  ["rolled_back", { label: "rolled back", tone: "accent" }],
]);

/** How an alias was moved, where that was in another way than usual. */
export function moveKind({ action, details }: AuditEvent): { label: string; tone: Tone } | null {
  if (!action.startsWith("checkpoint_alias.")) return null;
  // Events from before this was kept say it otherwise.
  const before = details.rolled_back === true ? "rolled_back" : details.override_reason ? "overridden" : null;
  return KINDS.get(details.kind ?? before) ?? null;
}

/** What an event is about: the name of it, of a model's alias with its steps; its id where it has no name. */
export function aboutWords({ action, target, targetName, details }: AuditEvent): string {
  const it = targetName ?? target ?? "–";
  const isOfAlias = action.startsWith("checkpoint_alias.") || action.startsWith("promotion.");
  if (!isOfAlias || typeof details.name !== "string") return it;
  return `${details.name} of ${it}${stepWords(details)}`;
}

function stepWords({ step, from_step: from }: AuditEvent["details"]): string {
  if (typeof step !== "number") return "";
  return typeof from === "number" ? `, step ${from} to step ${step}` : `, step ${step}`;
}
