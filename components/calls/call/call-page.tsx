"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useProject } from "#components/project/project-context.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { cutMiddle } from "#components/ui/text/format.ts";
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
