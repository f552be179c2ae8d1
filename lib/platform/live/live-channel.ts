import type { LiveTopic } from "#lib/contract/traces/live.ts";

export const LIVE_CHANNEL = "project_live";

/** What a notification on the channel carries. */
export function topicOf(projectId: string, topic: LiveTopic): string {
  return `${projectId} ${topic}`;
}
