import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { ToastMessage } from "#components/ui/notice/toast-store.ts";

type Named = { datasetId: string; name: string };

/** For a message: where what has changed is built again, which is the page of the dataset, or the list where there are several. */
export function useToBuildAgain(): (versions: readonly Named[] | undefined) => Pick<ToastMessage, "link"> {
  const { entity, project } = useProject();
  const href = projectHref({ entity, project }, "datasets");
  return (versions = []) => {
    const names = new Map(versions.map(({ datasetId, name }) => [datasetId, name]));
    const [first] = names;
    if (!first) return {};
    const [id, name] = first;
    return names.size === 1
      ? { link: { label: `Build “${name}” again`, href: `${href}/${id}` } }
      : { link: { label: `Build ${names.size} datasets again`, href } };
  };
}
