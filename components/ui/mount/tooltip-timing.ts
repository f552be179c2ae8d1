const DELAY_MS = 400;
/** Who has just read one tooltip reads the next at once. */
const STILL_READING_MS = 200;

type Pointer = { pointerType: string };

/** When a tooltip opens, and what closes it at its button; leaving it is Radix's to see, since the pointer may rest on the tooltip too. */
export class TooltipTiming {
  static #open: TooltipTiming | null = null;
  static #closedAt = Number.NEGATIVE_INFINITY;
  readonly #tell: (isOpen: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #isPressed = false;

  constructor(tell: (isOpen: boolean) => void) {
    this.#tell = tell;
  }

  readonly onPointerMove = ({ pointerType }: Pointer): void => {
    if (pointerType === "touch" || this.#isOver) return;
    this.#isOver = true;
    const isReading =
      TooltipTiming.#open !== null || performance.now() - TooltipTiming.#closedAt < STILL_READING_MS;
    if (isReading) this.#show();
    else this.#timer = setTimeout(this.#show, DELAY_MS);
  };

  readonly onPointerLeave = (): void => {
    this.#isOver = false;
    clearTimeout(this.#timer);
  };

  readonly onPointerDown = (): void => {
    this.close();
    this.#isPressed = true;
    document.addEventListener("pointerup", this.#release, { once: true });
  };

  readonly onFocus = (): void => {
    if (!this.#isPressed) this.#show();
  };

  readonly close = (): void => {
    clearTimeout(this.#timer);
    if (TooltipTiming.#open !== this) return;
    TooltipTiming.#open = null;
    TooltipTiming.#closedAt = performance.now();
    this.#tell(false);
  };

  readonly #show = (): void => {
    clearTimeout(this.#timer);
    if (TooltipTiming.#open === this) return;
    TooltipTiming.#open?.close();
    TooltipTiming.#open = this;
    this.#tell(true);
  };

  readonly #release = (): void => {
    this.#isPressed = false;
  };
}
