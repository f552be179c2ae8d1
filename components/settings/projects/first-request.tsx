"use client";

import { useProject } from "#components/project/project-context.tsx";
import { RequestField } from "#components/project/request-field.tsx";

/** A request that records a first turn, to try the service with. */
export function FirstRequest() {
  const { projectId } = useProject();
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
  return (
    <RequestField label="First request" path={`/v2/${entity}/${project}/calls/complete`} body={{ batch }} />
  );
}
