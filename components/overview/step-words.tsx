import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button/button-link.tsx";

/** How a next step is put, its button, and what to look at before it. */
export type Words = { title: string; text: string; act: ReactNode; warning?: ReactNode };

export function go(href: string, label: string): ReactNode {
  return (
    <ButtonLink href={href} variant="primary">
      {label}
    </ButtonLink>
  );
}
