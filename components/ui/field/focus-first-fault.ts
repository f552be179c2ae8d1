const FIELDS = '[aria-invalid="true"], [data-unfinished]';

/** Once the faults are on the screen, the first field that has one gets the focus; where none has, the line that says what is wrong comes into view. */
export function focusFirstFault(box: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = box?.querySelector<HTMLElement>(FIELDS);
    if (field) field.focus();
    else box?.querySelector("[data-fault]")?.scrollIntoView({ block: "nearest" });
  });
}
