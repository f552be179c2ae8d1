import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nameProposalQuery } from "#components/datasets/parts/dataset-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { DatasetDraft } from "./dataset-draft.ts";
import { nameNote } from "./name-note.ts";

/** A draft, whose name is one that is free until somebody changes it; `note` says until then why it is another than that of what it is made of. */
export function useNamedDraft(given: string, first: () => DatasetDraft) {
  const { projectId } = useProject();
  const [typed, setTyped] = useState(first);
  const [wanted] = useState(typed.name);
  const [isNamed, setNamed] = useState(false);
  const { data } = useQuery(nameProposalQuery(projectId, wanted));
  const free = data?.name ?? wanted;
  const draft = isNamed ? typed : { ...typed, name: free };
  const setDraft = (next: DatasetDraft) => {
    setTyped(next);
    setNamed(isNamed || next.name !== free);
  };
  // Once a dataset has the name, another one would be proposed.
  const keptName = () => {
    setTyped(draft);
    setNamed(true);
    return draft.name;
  };
  const note = isNamed ? null : nameNote({ given, wanted, takenBy: data?.takenBy ?? null });
  return { draft, setDraft, keptName, note };
}
