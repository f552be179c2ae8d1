"use client";

import { useEffect, useEffectEvent } from "react";
import { useProject } from "#components/projects/project-context.tsx";
import type { LiveTopic } from "#lib/contract/live.ts";
import { listenToProject } from "./project-stream.ts";

/** Calls `onChange` whenever something of these kinds has changed in the page's project, or may have while the page was away. */
export function useProjectLive(topics: readonly LiveTopic[], onChange: (topic: LiveTopic) => void): void {
  const { entity, project } = useProject();
  const tell = useEffectEvent(onChange);
  const wanted = topics.join(" ");
  useEffect(() => {
    const listened = topicsIn(wanted);
    return listenToProject({ entity, project }, { topics: listened, onChange: (topic) => tell(topic) });
  }, [entity, project, wanted]);
}

/** The words were topics when they were joined. */
function topicsIn(joined: string): LiveTopic[] {
  return joined.split(" ") as LiveTopic[];
}
