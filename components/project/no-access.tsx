import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";

type NoAccessProps = {
  title: string;
  /** Whether it is all that its page has to say. */
  isPage?: boolean;
  children: ReactNode;
};

/** Says that the reader's role lacks a permission, and what they can do instead. */
export function NoAccess({ title, isPage = false, children }: NoAccessProps) {
  return (
    <EmptyState icon={<Lock />} title={title} isPage={isPage}>
      {children}
    </EmptyState>
  );
}
