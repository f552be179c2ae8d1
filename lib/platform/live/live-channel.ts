import type { LiveTopic } from "#lib/contract/traces/live.ts";

export const LIVE_CHANNEL = "project_live";

/** The payload of a notification on the channel. */
export function topicOf(projectId: string, topic: LiveTopic): string {
  return `${projectId} ${topic}`;
}
