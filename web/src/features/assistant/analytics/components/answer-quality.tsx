import { type AnswerQualityAnalytics, QUALITY_BANDS } from '@landline/api/assistant/analytics/contract';
import { Box } from '@mantine/core';
import { IconStars } from '@tabler/icons-react';
import { Fragment } from 'react';
import { formatCount, formatPreciseRatio } from '../../../../shared/format.ts';
import { QUALITY } from '../../../../shared/messages.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { FactsList } from '../../../../shared/ui/facts-list.tsx';
import { StatCard, StatCards } from '../../../../shared/ui/stat-card.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useAnswerQuality } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { QualityTag } from './quality-tag.tsx';
import { ViewBody } from './view-body.tsx';

/** Quality scores of the answers (spec 002 §9). */
export function AnswerQuality({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  return (
    <ViewBody query={useAnswerQuality(clientId, filters)} title="Answer quality could not be loaded">
      {(quality) =>
        quality.totalResponses + quality.judgedResponses === 0 ? (
          <EmptyState title="No data available" icon={IconStars}>
            No answers in this period.
          </EmptyState>
        ) : (
          <Quality quality={quality} />
        )
      }
    </ViewBody>
  );
}

const BAND_COLORS = {
  Excellent: 'var(--grade-premium)',
  Good: 'var(--grade-very-good)',
  Fair: 'var(--grade-borderline)',
  Poor: 'var(--grade-unsuitable)',
} as const;

function Quality({ quality }: { quality: AnswerQualityAnalytics }) {
  const { totalResponses, judgedResponses, averageScore, qualityDistribution: bands } = quality;
  const counts = { Excellent: bands.excellent, Good: bands.good, Fair: bands.fair, Poor: bands.poor };
  return (
    <>
      <StatCards label="Answer quality">
        <StatCard
          label="Average Score"
          value={averageScore?.toFixed(2) ?? QUALITY.notRated}
          note={
            averageScore !== null && (
              <>
                <QualityTag score={averageScore} bandOnly /> {formatCount(judgedResponses)} rated
              </>
            )
          }
        />
        <StatCard label="Average Confidence" value={formatPreciseRatio(quality.averageConfidence)} />
        <StatCard label="Total Responses" value={formatCount(totalResponses)} />
        <StatCard
          label="Ratings"
          value={`+${formatCount(quality.thumbs_up)} / −${formatCount(quality.thumbs_down)}`}
        />
      </StatCards>
      <div className={classes.columns}>
        <Card title="Quality Distribution">
          <dl className={classes.bands}>
            {QUALITY_BANDS.map(({ band, from }) => (
              <Fragment key={band}>
                <dt>
                  {band} <span className={common.quiet}>from {from.toFixed(1)}</span>
                </dt>
                <Box component="dd" h={8} bdrs={4} bg="var(--line)">
                  <span
                    className={classes.band}
                    style={{
                      width: `${(counts[band] / Math.max(1, judgedResponses)) * 100}%`,
                      background: BAND_COLORS[band],
                    }}
                  />
                </Box>
                <dd className="num" style={{ textAlign: 'right' }}>
                  {formatCount(counts[band])}
                  {judgedResponses > 0 && ` (${formatPreciseRatio(counts[band] / judgedResponses)})`}
                </dd>
              </Fragment>
            ))}
          </dl>
        </Card>
        <Card title="Unanswered Questions">
          <FactsList
            facts={[
              ['No answer found', formatCount(quality.unanswered)],
              ['No response', formatCount(quality.failed)],
            ]}
          />
          <p className={common.quiet} style={{ marginTop: 12 }}>
            Only rated answers have a score: 1 for a thumbs up or an approved answer, 0 for a thumbs down or a
            corrected answer. Your own review takes precedence over a visitor's rating. Each client's last
            golden question run in this period also counts: {formatCount(quality.goldenResults.passed)}{' '}
            passed, {formatCount(quality.goldenResults.failed)} failed.
          </p>
        </Card>
      </div>
    </>
  );
}
