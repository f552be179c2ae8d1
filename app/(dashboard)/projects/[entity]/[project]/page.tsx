import { ProjectStart } from "#components/projects/project-start.tsx";

export default function ProjectPage() {
  return <ProjectStart />;
}
