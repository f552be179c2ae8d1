"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { startOf } from "./home-redirect.tsx";

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
