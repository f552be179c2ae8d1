import type { ReactNode } from "react";
import { PlainShell } from "#components/session/plain-shell.tsx";

export default function PlainLayout({ children }: { children: ReactNode }) {
  return <PlainShell>{children}</PlainShell>;
}
