"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Input } from "#components/ui/field/input.tsx";

/** A password that its owner may look at while typing. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <span className="relative block">
      <Input
        {...props}
        type={isShown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className="pr-10"
      />
      <IconButton
        label={isShown ? "Hide the password" : "Show the password"}
        aria-pressed={isShown}
        icon={isShown ? <EyeOff /> : <Eye />}
        size="sm"
        onClick={() => setShown(!isShown)}
        className="absolute! top-0.5 right-0.5"
      />
    </span>
  );
}
