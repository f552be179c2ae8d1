"use client";

import { LabelFields } from "#components/training/parts/label-fields.tsx";

/** What people call the job: closed at first, with what was filled in said beside it; a fault opens it. */
export function JobLabelFields({ draft, onChange, error }: Parameters<typeof LabelFields>[0]) {
  const said = [draft.name, draft.tags, draft.group].map((text) => text.trim()).filter((text) => text !== "");
  return (
    <details
      open={error !== null || undefined}
      className="rounded-md border border-line [&[open]>summary]:border-b"
    >
      <summary className="fold flex flex-wrap items-baseline gap-x-3 rounded-md border-line px-3 py-2 text-sm hover:bg-hover">
        <span className="font-medium">Name, tags and note</span>
        <span className="min-w-0 truncate text-muted text-xs">{said.join(" · ") || "none"}</span>
      </summary>
      <div className="p-3">
        <LabelFields draft={draft} onChange={onChange} error={error} />
      </div>
    </details>
  );
}
