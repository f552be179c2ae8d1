"use client";

import { usePathname } from "next/navigation";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { TabLinks } from "#components/ui/button/tab-links.tsx";

const PARTS = [
  { label: "Jobs", segments: [] },
  { label: "Reinforcement", segments: ["runs"] },
  { label: "Groups", segments: ["groups"] },
  { label: "Files", segments: ["files"] },
];

/** The lists of training. */
export function TrainingTabs() {
  const { entity, project } = useProject();
  const pathname = usePathname();
  const links = PARTS.map(({ label, segments }) => {
    const href = projectHref({ entity, project }, "training", ...segments);
    return { label, href, isHere: pathname === href };
  });
  return <TabLinks label="Lists of training" links={links} />;
}
