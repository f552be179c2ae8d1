import clsx from "clsx";
import type { ComponentProps } from "react";
import type { ButtonLooks } from "./button.tsx";
import { buttonClass } from "./button-class.ts";
import { ButtonGlyph } from "./button-glyph.tsx";
import { Link } from "./link.tsx";

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ButtonLooks & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={clsx(buttonClass(variant, size), className)}>
      {icon ? <ButtonGlyph>{icon}</ButtonGlyph> : null}
      {children}
    </Link>
  );
}
