import type { Tensor } from "../model/parameters.ts";

/**
 * The position of each tensor of a set in one flat array. Matrices come first and vectors after them, so that what treats the two apart, as
 * weight decay does, sees two ranges, and the optimiser walks over them without knowing the model.
 */
export type FlatLayout = {
  readonly length: number;
  /** The matrices fill [0, vectorsStart), the vectors the rest. */
  readonly vectorsStart: number;
  readonly places: ReadonlyMap<string, { readonly shape: readonly number[]; readonly start: number }>;
};

/** Tensors by name that are views of `data`. */
export type FlatTensors = {
  readonly layout: FlatLayout;
  readonly data: Float32Array;
  readonly tensors: ReadonlyMap<string, Tensor>;
};

/** Each range is a whole number of rows of this length, so that it can be viewed as a matrix; what is between tensors stays 0. */
export const FLAT_ROW = 1024;
/** Tensors begin at a multiple of a cache line. */
const ALIGNMENT = 16;

export function flatLayout(shapes: ReadonlyMap<string, readonly number[]>): FlatLayout {
  const places = new Map<string, { shape: readonly number[]; start: number }>();
  let end = 0;
  const place = (wanted: (shape: readonly number[]) => boolean) => {
    for (const [name, shape] of shapes) {
      if (!wanted(shape)) continue;
      places.set(name, { shape, start: end });
      end += roundUp(sizeOf(shape), ALIGNMENT);
    }
    end = roundUp(end, FLAT_ROW);
    return end;
  };
  const vectorsStart = place((shape) => shape.length > 1);
  const length = place((shape) => shape.length === 1);
  return { length, vectorsStart, places };
}

/** Zeros in a layout. */
export function flatTensors(layout: FlatLayout): FlatTensors {
  const data = new Float32Array(layout.length);
  const tensors = new Map<string, Tensor>();
  for (const [name, { shape, start }] of layout.places)
    tensors.set(name, { shape, data: data.subarray(start, start + sizeOf(shape)) });
  return { layout, data, tensors };
}

/** Copies tensors into `target` by name; throws if one is missing or has another shape. */
export function fillFlat(target: FlatTensors, source: ReadonlyMap<string, Tensor>): void {
  for (const [name, { shape, data }] of target.tensors) {
    const given = source.get(name);
    if (given?.shape.join() !== shape.join())
      throw new Error(`${name} is ${given ? `[${given.shape}]` : "missing"}; it should be [${shape}]`);
    data.set(given.data);
  }
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, axis) => size * axis, 1);
}

function roundUp(size: number, unit: number): number {
  return Math.ceil(size / unit) * unit;
}
