import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button/button-link.tsx";

/** How a next step is put, and its button. */
export type Words = { title: string; text: string; act: ReactNode };

export function go(href: string, label: string): ReactNode {
  return (
    <ButtonLink href={href} variant="primary">
      {label}
    </ButtonLink>
  );
}
