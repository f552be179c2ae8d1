import type { ComponentProps } from "react";

// biome-ignore lint/style/noDefaultExport: it stands in for a module that has one.
export default function Link({ prefetch: _, ...props }: ComponentProps<"a"> & { prefetch?: boolean }) {
  return <a {...props} />;
}
