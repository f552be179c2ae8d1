"use client";

import { useQuery } from "@tanstack/react-query";
import { datasetQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useNaming } from "#components/datasets/parts/use-naming.ts";
import { graderQuery } from "#components/graders/parts/grader-queries.ts";
import { judgeDraft, judgeSourceOf } from "#components/graders/parts/own-judge.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useDocumentName } from "#components/layout/state/use-document-name.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import { annotationFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { GraderEditor } from "./grader-editor.tsx";

/** One grader, with what it says of stored calls; `new` is one that is not stored yet. */
export function GraderPage({ graderId }: { graderId: string }) {
  const { can } = useProject();
  if (!can("evaluations:read"))
    return (
      <NoAccess isPage title="Graders are not open to annotators">
        Your work waits in the queues.
      </NoAccess>
    );
  if (graderId !== "new") return <StoredGraderPage graderId={graderId} />;
  if (can("evaluations:write")) return <NewGraderPage />;
  return (
    <NoAccess isPage title="You cannot create graders here">
      Ask an engineer or admin of the project.
    </NoAccess>
  );
}

/** Empty, or for the judge that the address names: the dataset that it learned from, and its model. */
function NewGraderPage() {
  const { projectId } = useProject();
  const { get } = useSearchState();
  const { queueName } = useNaming();
  const [datasetId, model] = [get("judge"), get("model")];
  const dataset = useQuery({ ...datasetQuery(projectId, datasetId ?? ""), enabled: datasetId !== null });
  const fields = useQuery({ ...annotationFieldsQuery(projectId), enabled: datasetId !== null });
  if (datasetId === null || model === null) return <GraderEditor stored={null} />;
  if (dataset.error || fields.error)
    return (
      <QueryError
        title="What the judge has learned could not be loaded"
        query={dataset.error ? dataset : fields}
        isPage
      />
    );
  if (!dataset.data || !fields.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading what the judge has learned" lines={6} />
      </div>
    );
  const source = judgeSourceOf(dataset.data.dataset.recipe);
  if (!source) return <GraderEditor stored={null} />;
  const named = readObjectRef(source.field)?.objectId;
  const field = fields.data.find(({ objectId }) => objectId === named);
  return (
    <GraderEditor
      stored={null}
      first={{
        name: dataset.data.dataset.name,
        draft: judgeDraft(`${projectId}/${model}`, source, field),
        people: { queueId: source.queueId, field: source.field },
        learned: `It learned what people answer to “${field?.name ?? "the question"}” in “${queueName(source.queueId) ?? "its queue"}”, from the message below. Keep its words, since it knows these best.`,
      }}
    />
  );
}

function StoredGraderPage({ graderId }: { graderId: string }) {
  const { projectId, entity, project } = useProject();
  const query = useQuery(graderQuery(projectId, graderId));
  useDocumentName(query.data?.grader.name);
  if (query.data) {
    const { grader } = query.data;
    // What somebody else stores does not change what stands in the form.
    return <GraderEditor key={grader.id} stored={grader} />;
  }
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState
        isPage
        title="This grader does not exist"
        actions={<ButtonLink href={projectHref({ entity, project }, "graders")}>See the graders</ButtonLink>}
      />
    );
  if (query.error) return <QueryError title="The grader could not be loaded" query={query} isPage />;
  return (
    <div className="p-4">
      <SkeletonLines label="Loading the grader" lines={6} />
    </div>
  );
}
