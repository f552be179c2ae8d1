"use client";

import { useProject } from "#components/project/project-context.tsx";
import { CopyField } from "#components/ui/button/copy-button.tsx";
import { useHydrated } from "#components/ui/use-platform.ts";

/** A request that records a first turn, ready to be run in a terminal once a key is put in. */
export function FirstRequest() {
  const { projectId } = useProject();
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  const startedAt = new Date(Date.now() - 1_250).toISOString();
  const endedAt = new Date().toISOString();
  const [entity, project] = projectId.split("/");
  const batch = [
    {
      id: "turn-1",
      turn_id: "turn-1",
      thread_id: "conversation-1",
      op_name: "answer",
      started_at: startedAt,
      ended_at: endedAt,
      inputs: { messages: [{ role: "user", content: "Where is my parcel?" }] },
      output: { role: "assistant", content: "It arrives tomorrow." },
    },
  ];
  const command = [
    `curl ${window.location.origin}/api/v2/${entity}/${project}/calls/complete \\`,
    `  -H "Authorization: Bearer $SPINDLE_API_KEY" -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify({ batch })}'`,
  ].join("\n");
  return (
    <div className="mt-4 text-left">
      <CopyField label="First request" value={command} />
    </div>
  );
}
