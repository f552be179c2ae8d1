/** A metric over a stretch of steps. */
export type Stretch = {
  readonly lastStep: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
};
