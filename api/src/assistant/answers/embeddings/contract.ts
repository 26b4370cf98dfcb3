export interface Embedder {
  /** Name of the model; vectors from different models cannot be compared. */
  readonly model: string;
  /** True if the confidence of answers is fitted to this model's similarities. */
  readonly isCalibrated: boolean;
  /** Returns a unit vector for each text. Throws a `ModelError`. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
