import type { ReactNode } from "react";
import { DocsHeader } from "#components/docs/docs-header.tsx";

/** The documents and the API are public: they hold nothing of what is stored. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <DocsHeader />
      {children}
    </>
  );
}
