"use client";

import { usePathname } from "next/navigation";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { TabLinks } from "#components/ui/button/tab-links.tsx";

/** The lists of models. */
export function ModelsTabs() {
  const { entity, project } = useProject();
  const pathname = usePathname();
  const models = projectHref({ entity, project }, "models");
  const base = projectHref({ entity, project }, "models", "base");
  return (
    <TabLinks
      label="Lists of models"
      links={[
        { href: models, label: "Registered", isHere: pathname === models },
        { href: base, label: "Base models", isHere: pathname === base },
      ]}
    />
  );
}
