"use client";

import { Database } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";

type MakeDatasetProps = {
  size?: "sm" | "md";
  /** Draws the dialog while it is open. */
  children: (onClose: () => void) => ReactNode;
};

/** The button and the key that make training data of what a page shows, for those who may. */
export function MakeDataset(props: MakeDatasetProps) {
  const { can } = useProject();
  return can("datasets:write") ? <MayMake {...props} /> : null;
}

function MayMake({ size = "md", children }: MakeDatasetProps) {
  const [isOpen, setOpen] = useState(false);
  useShortcuts(
    "Datasets",
    useMemo(() => [{ keys: "b", label: "Make a dataset of this", run: () => setOpen(true) }], []),
  );
  return (
    <>
      <Button size={size} icon={<Database />} onClick={() => setOpen(true)}>
        {/* A list has other buttons beside it, and a phone no room for all their names. */}
        <span className={size === "sm" ? "max-sm:sr-only" : ""}>Make a dataset</span>
      </Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}
