"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { projectHref } from "#components/layout/navigation.ts";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { startOf } from "./home-redirect.tsx";
import { useProject } from "./project-context.tsx";

/** A project opens where its reader's work is. */
export function ProjectStart() {
  const router = useRouter();
  const { entity, project, role } = useProject();
  useEffect(
    () => router.replace(projectHref({ entity, project }, startOf(role))),
    [router, entity, project, role],
  );
  return (
    <div className="p-4">
      <SkeletonLines label="Opening the project" />
    </div>
  );
}
