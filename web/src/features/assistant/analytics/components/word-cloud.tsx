import type { WordCloud as Words } from '@landline/api/assistant/analytics/contract';
import { Button } from '@mantine/core';
import { IconCloud } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useWordCloud } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { ExportButton } from './export-button.tsx';
import { ViewBody } from './view-body.tsx';

const COLUMNS: readonly Column<Words['words'][number]>[] = [
  { header: 'Word', cell: ({ word }) => word },
  { header: 'Questions', isNumeric: true, cell: ({ count }) => formatCount(count) },
];

/** Most frequent words, each sized by the number of questions that contain it. */
export function WordCloud({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  const [isTable, setIsTable] = useState(false);
  return (
    <ViewBody query={useWordCloud(clientId, filters)} title="The word cloud could not be loaded">
      {({ words, total_questions }) =>
        words.length === 0 ? (
          <EmptyState title="No data available" icon={IconCloud}>
            No questions in this period.
          </EmptyState>
        ) : (
          <div className={common.stack}>
            <Card
              title="Word Cloud"
              aside={
                <Button variant="subtle" size="compact-xs" onClick={() => setIsTable(!isTable)}>
                  {isTable ? 'Show as cloud' : 'Show as table'}
                </Button>
              }
            >
              <p className={common.quiet}>
                From {formatCount(total_questions)} questions. Forms of the same word are combined.
              </p>
              {isTable ? (
                <DataTable
                  label="Words by number of questions"
                  columns={COLUMNS}
                  rows={words}
                  keyOf="word"
                  scrolls
                />
              ) : (
                <Cloud words={words} />
              )}
            </Card>
            <ExportButton view="words" clientId={clientId} filters={filters} />
          </div>
        )
      }
    </ViewBody>
  );
}

/** Font sizes in rem. */
const SMALLEST = 0.8125;
const LARGEST = 2.5;

function Cloud({ words }: { words: Words['words'] }) {
  const maxCount = words[0]?.count ?? 1;
  const sizeOf = (count: number) => SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / maxCount);
  return (
    <ul className={classes.cloud} aria-label="Words">
      {[...words]
        .sort((a, b) => (a.word < b.word ? -1 : 1))
        .map(({ word, count }) => (
          <li key={word} style={{ fontSize: `${sizeOf(count)}rem` }} title={`${count} questions`}>
            {word}
          </li>
        ))}
    </ul>
  );
}
