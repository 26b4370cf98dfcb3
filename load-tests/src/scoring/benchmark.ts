import type { BenchmarkResult } from '../figures.ts';
import { kernelFigures } from './kernel.ts';
import { rescoringFigures } from './rescoring.ts';

/** Scoring as such, and a dataset scored again by the running product. */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  return {
    name: 'scoring',
    figures: [...(await kernelFigures(progress)), ...(await rescoringFigures(progress))],
  };
}

/** The product's part alone. */
export async function rescoring(progress: (line: string) => void): Promise<BenchmarkResult> {
  return { name: 'rescoring', figures: await rescoringFigures(progress) };
}
