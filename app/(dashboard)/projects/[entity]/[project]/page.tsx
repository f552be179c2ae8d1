import { ProjectStart } from "#components/settings/projects/project-start.tsx";

export default function ProjectPage() {
  return <ProjectStart />;
}
