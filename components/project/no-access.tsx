import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";

/** Says plainly that the reader's role does not include something, and what they can do instead. */
export function NoAccess({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState icon={<Lock />} title={title}>
      {children}
    </EmptyState>
  );
}
