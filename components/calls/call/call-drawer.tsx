"use client";

import { Maximize2 } from "lucide-react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { CallDetail } from "./call-detail.tsx";

type CallDrawerProps = { callId: string | null; onClose: () => void };

/** A call, shown next to the list. */
export function CallDrawer({ callId, onClose }: CallDrawerProps) {
  const project = useProject();
  return (
    <Sheet
      open={callId !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      modal={false}
      width="lg"
      label={`Call ${callId ?? ""}`}
      title={callId ? <IdChip id={callId} kind="call id" keep={36} /> : null}
      actions={
        callId ? (
          <Link href={projectHref(project, "calls", callId)} className={buttonClass("ghost", "sm")}>
            <Maximize2 aria-hidden="true" className="size-3.5" />
            Open the page
          </Link>
        ) : null
      }
    >
      {callId ? <CallDetail key={callId} callId={callId} onDeleted={onClose} /> : null}
    </Sheet>
  );
}
