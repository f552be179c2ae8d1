import { redirect } from "next/navigation";

type ProjectPageProps = { params: Promise<{ entity: string; project: string }> };

/** A project opens on its threads. */
export default async function ProjectPage({ params }: ProjectPageProps) {
  const { entity, project } = await params;
  redirect(`/projects/${entity}/${project}/threads`);
}
