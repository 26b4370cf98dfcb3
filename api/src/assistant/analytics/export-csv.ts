import type { z } from 'zod';
import { csvHeader, csvLine } from '../../platform/http/csv.ts';
import type { AssistantPorts } from '../ports.ts';
import type { exportQuery } from './contract.ts';
import { gapQueue } from './gaps.ts';
import { faqAnalytics, wordCloud } from './questions.ts';
import { usageAnalytics } from './usage.ts';
import type { View } from './view.ts';

/** Maximum number of rows of a file, which is built in memory. */
export const MAX_EXPORTED_ROWS = 50_000;

type Ports = Pick<AssistantPorts, 'pool' | 'secrets'>;
type ViewName = z.output<typeof exportQuery>['view'];
type Table = { columns: readonly string[]; rows: readonly object[] };

async function tableOf(ports: Ports, view: View, name: ViewName): Promise<Table> {
  switch (name) {
    case 'usage': {
      const { daily_usage: rows } = await usageAnalytics(ports.pool, view);
      return { columns: ['date', 'total_messages', 'ai_messages_count', 'non_billable_count'], rows };
    }
    case 'faq': {
      const { questions: rows } = await faqAnalytics(ports.pool, view, MAX_EXPORTED_ROWS);
      const counts = ['count', 'variants', 'answered', 'average_score', 'thumbs_up', 'thumbs_down'];
      return { columns: ['question', ...counts, 'last_asked_at'], rows };
    }
    case 'gaps': {
      const { gaps: rows } = await gapQueue(ports, view, MAX_EXPORTED_ROWS);
      const counts = ['count', 'unanswered', 'rated_down'];
      return {
        columns: ['clientName', 'question', ...counts, 'last_asked_at', 'approved', 'requested'],
        rows,
      };
    }
    case 'words': {
      const { words: rows } = await wordCloud(ports.pool, view, MAX_EXPORTED_ROWS);
      return { columns: ['word', 'count'], rows };
    }
  }
}

/** Returns the first `MAX_EXPORTED_ROWS` rows of a view's table as CSV. */
export async function csvOf(ports: Ports, view: View, name: ViewName): Promise<string> {
  const { columns, rows } = await tableOf(ports, view, name);
  const lines = rows.map((row) => {
    const fields = row as Readonly<Record<string, string | number | boolean | null>>;
    return columns.map((column) => (fields[column] == null ? null : String(fields[column])));
  });
  return csvHeader(columns) + lines.map(csvLine).join('');
}
