import type { BenchmarkResult } from '../figures.ts';
import { kernelFigures } from './kernel.ts';
import { rescoringFigures } from './rescoring.ts';

/** Measures the scoring kernel, and the rescoring of a dataset by the running product. */
export async function benchmark(progress: (line: string) => void): Promise<BenchmarkResult> {
  return {
    name: 'scoring',
    figures: [...(await kernelFigures(progress)), ...(await rescoringFigures(progress))],
  };
}

/** Measures only the running product. */
export async function rescoring(progress: (line: string) => void): Promise<BenchmarkResult> {
  return { name: 'rescoring', figures: await rescoringFigures(progress) };
}
