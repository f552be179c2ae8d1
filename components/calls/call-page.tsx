"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { projectHref } from "#components/layout/navigation.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import { useDocumentName } from "#components/layout/use-document-name.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { cutMiddle } from "#components/ui/format.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { IdChip } from "#components/ui/id-chip.tsx";
import { CallDetail } from "./call-detail.tsx";

export function CallPage({ callId }: { callId: string }) {
  const router = useRouter();
  const project = useProject();
  useDocumentName(cutMiddle(callId, 24));
  const toList = () => router.push(projectHref(project, "calls"));
  return (
    <>
      <PageHeader
        title="Call"
        back={<IconButton size="sm" label="All calls" icon={<ArrowLeft />} onClick={toList} />}
        meta={<IdChip id={callId} kind="call id" keep={36} />}
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <CallDetail callId={callId} onDeleted={toList} />
      </div>
    </>
  );
}
