import { type QualityBand, qualityBandOf } from '@landline/api/assistant/analytics/contract';
import { Tag, type Tone } from '../../../../shared/ui/tag.tsx';

const TONES: Readonly<Record<QualityBand, Tone>> = {
  Excellent: 'good',
  Good: 'good',
  Fair: 'notice',
  Poor: 'bad',
};

/** A quality score with its rating (spec 002 §9). */
export function QualityTag({ score, bandOnly = false }: { score: number; bandOnly?: boolean }) {
  const band = qualityBandOf(score);
  return (
    <Tag tone={TONES[band]}>
      {!bandOnly && `${score.toFixed(2)} `}
      {band}
    </Tag>
  );
}
