import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link to a page of ours. The page is not asked for before somebody goes there: what could be had ahead holds none of its data. */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
