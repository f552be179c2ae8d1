"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import type { ListOrigin } from "./list-origin.ts";
import { MakeDataset } from "./make-dataset.tsx";

const MakeDatasetDialog = late(
  () => import("./make-dataset-dialog.tsx").then((file) => file.MakeDatasetDialog),
  { when: "wanted" },
);

type MakeFromListProps = {
  size?: "sm" | "md";
  /** What is selected or shown at the moment of the press; it may have to be asked for. */
  find: () => ListOrigin | Promise<ListOrigin>;
};

/** The way from what a list has selected, or shows, to training data. */
export function MakeFromList({ size = "sm", find }: MakeFromListProps) {
  return <MakeDataset size={size}>{(onClose) => <Found find={find} onClose={onClose} />}</MakeDataset>;
}

function Found({ find, onClose }: { find: MakeFromListProps["find"]; onClose: () => void }) {
  const id = useId();
  const origin = useQuery({
    queryKey: ["dataset-origin", id],
    queryFn: () => find(),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (origin.data && typeof origin.data !== "string")
    return <MakeDatasetDialog origin={origin.data} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Make a dataset"
    >
      {typeof origin.data === "string" ? (
        <p>{origin.data}</p>
      ) : origin.error ? (
        <QueryError title="What the list shows could not be read" query={origin} />
      ) : (
        <SkeletonLines label="Reading what the list shows" lines={5} />
      )}
    </Dialog>
  );
}
