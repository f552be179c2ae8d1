/** Once the faults are on the screen, the first field that has one gets the focus. */
export function focusFirstFault(box: HTMLElement | null): void {
  requestAnimationFrame(() =>
    box?.querySelector<HTMLElement>('[aria-invalid="true"], [data-unfinished]')?.focus(),
  );
}
