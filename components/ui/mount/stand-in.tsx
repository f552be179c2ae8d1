import { type Ref, type RefObject, useImperativeHandle } from "react";

type StandInProps = { button: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement | null> };

/**
 * The trigger in Radix's tree where the button stood on the page before Radix was loaded: it draws nothing and hands over that button, which
 * thereby keeps its place, its focus and what is pressed.
 */
export function StandIn({ button, ref }: StandInProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current, [button]);
  return null;
}
