"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { LiveTopic } from "#lib/contract/traces/live.ts";
import { PAGE_MARK_KEY } from "./page-mark.ts";
import { useProject } from "./project-context.tsx";
import { listenToProject } from "./project-stream.ts";

/** Calls `onChange` whenever something of these kinds has changed in the page's project, or may have while the page was away. */
export function useProjectLive(topics: readonly LiveTopic[], onChange: (topic: LiveTopic) => void): void {
  const { entity, project } = useProject();
  const queryClient = useQueryClient();
  const tell = useEffectEvent(onChange);
  const wanted = topics.join(" ");
  useEffect(() => {
    const listened = topicsIn(wanted);
    const listener = { topics: listened, onChange: (topic: LiveTopic) => tell(topic) };
    const pageMark = queryClient.getQueryData<string | null>(PAGE_MARK_KEY) ?? null;
    return listenToProject({ entity, project }, listener, pageMark);
  }, [queryClient, entity, project, wanted]);
}

/** The words were topics when they were joined. */
function topicsIn(joined: string): LiveTopic[] {
  return joined.split(" ") as LiveTopic[];
}
