import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { csvLine } from '../http/csv.ts';
import type { exportQuery } from './contract.ts';
import { gapQueue } from './gaps.ts';
import { faqAnalytics, wordCloud } from './questions.ts';
import { usageAnalytics } from './usage.ts';
import type { View } from './view.ts';

type Line = readonly (string | number | null)[];

async function linesOf(
  needs: Pick<Deps, 'pool' | 'secrets'>,
  view: View,
  of: z.output<typeof exportQuery>['view'],
): Promise<Line[]> {
  switch (of) {
    case 'usage': {
      const { daily_usage } = await usageAnalytics(needs.pool, view);
      return [
        ['date', 'total_messages', 'ai_messages_count', 'non_billable_count'],
        ...daily_usage.map((day) => [
          day.date,
          day.total_messages,
          day.ai_messages_count,
          day.non_billable_count,
        ]),
      ];
    }
    case 'faq': {
      const { questions } = await faqAnalytics(needs.pool, view, null);
      return [
        [
          'question',
          'count',
          'variants',
          'answered',
          'average_score',
          'thumbs_up',
          'thumbs_down',
          'last_asked_at',
        ],
        ...questions.map((each) => [
          each.question,
          each.count,
          each.variants,
          each.answered,
          each.average_score,
          each.thumbs_up,
          each.thumbs_down,
          each.last_asked_at,
        ]),
      ];
    }
    case 'gaps': {
      const { gaps } = await gapQueue(needs, view);
      return [
        ['question', 'count', 'unanswered', 'rated_down', 'last_asked_at'],
        ...gaps.map((gap) => [gap.question, gap.count, gap.unanswered, gap.rated_down, gap.last_asked_at]),
      ];
    }
    case 'words': {
      const { words } = await wordCloud(needs.pool, view);
      return [['word', 'count'], ...words.map(({ word, count }) => [word, count])];
    }
  }
}

/** The table of a view as CSV. */
export async function csvOf(
  needs: Pick<Deps, 'pool' | 'secrets'>,
  view: View,
  of: z.output<typeof exportQuery>['view'],
): Promise<string> {
  const lines = await linesOf(needs, view, of);
  return lines.map((line) => csvLine(line.map((field) => (field === null ? null : String(field))))).join('');
}
