"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { SettingsSection } from "#components/session/settings-section.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { Retention } from "#lib/contract/traces/retention.ts";
import { RetentionForm } from "./retention-form.tsx";
import { retentionQuery } from "./retention-queries.ts";
import { limitText } from "./retention-words.ts";

/** How long calls are kept, for admins to change. */
export function RetentionSection() {
  const project = useProject();
  const retention = useQuery(retentionQuery(project));
  useFreshSizes(retention.data?.lastEndedAt ?? null);
  return (
    <SettingsSection
      title="Retention"
      intro="Older calls can be dropped. Threads and traces go as a whole, and stay as long as one of their calls is newer, is in a queue, has feedback, is evidence of a dataset version, or was asked by an evaluation or a reinforcement run."
    >
      {retention.error && retention.data === undefined ? (
        <QueryErrorBanner title="The retention could not be loaded." query={retention} />
      ) : retention.data === undefined ? (
        <SkeletonLines label="Loading the retention" lines={3} />
      ) : (
        <div className="flex flex-col gap-4">
          <Standing retention={retention.data} />
          {project.can("project:manage") ? (
            <RetentionForm key={formKey(retention.data)} retention={retention.data} />
          ) : (
            <p className="text-muted">Admins can change this.</p>
          )}
        </div>
      )}
    </SettingsSection>
  );
}

/** What a round has dropped is gone from the sizes above. */
function useFreshSizes(endedAt: Date | null): void {
  const { entity, project } = useProject();
  const queryClient = useQueryClient();
  const ended = endedAt?.getTime() ?? null;
  const known = useRef(ended);
  useEffect(() => {
    const isNew = ended !== null && ended !== known.current;
    known.current = ended;
    if (isNew) void queryClient.invalidateQueries({ queryKey: ["project-storage", `${entity}/${project}`] });
  }, [ended, queryClient, entity, project]);
}

/** The form begins again with a limit that was saved since. */
function formKey(retention: Retention | null): string {
  return retention ? `${retention.unit} ${retention.amount}` : "none";
}

function Standing({ retention }: { retention: Retention | null }) {
  if (!retention) return <p>Calls are kept for ever.</p>;
  return (
    <div>
      <p className="font-medium">{limitText(retention)}</p>
      <p role="status" className="text-muted">
        <RoundText retention={retention} />
      </p>
    </div>
  );
}

function RoundText({ retention }: { retention: Retention }) {
  const { isDropping, dropped, lastEndedAt, lastDropped, lastKept } = retention;
  if (isDropping) return <>Dropping older calls: {formatCount(dropped)} so far.</>;
  if (!lastEndedAt) return <>The first round begins within a minute.</>;
  const stayed = lastKept > 0 ? `, ${formatCount(lastKept)} older ones stay` : "";
  return (
    <>
      Last round <Time value={lastEndedAt} />: {countOf(lastDropped, "call")} dropped{stayed}.
    </>
  );
}
