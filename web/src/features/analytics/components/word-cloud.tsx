import type { WordCloud as Words } from '@landline/api/analytics/contract';
import { Button } from '@mantine/core';
import { IconCloud } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { useWordCloud } from '../api/views.ts';
import type { Filters } from '../filters.ts';
import classes from './analytics.module.css';
import { ExportButton } from './export-button.tsx';
import { Loaded } from './loaded.tsx';

/** Words by the number of questions that they stand in: larger is more. */
export function WordCloud({ clientId, filters }: { clientId: string | null; filters: Filters }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Loaded query={useWordCloud(clientId, filters)} title="The words could not be loaded">
      {({ words, total_questions }) =>
        words.length === 0 ? (
          <EmptyState title="No data available" icon={<IconCloud size={24} stroke={1.5} />}>
            Nothing was asked in this time.
          </EmptyState>
        ) : (
          <div className={classes.stack}>
            <Card
              title="Word Cloud"
              aside={
                <Button variant="subtle" size="compact-xs" onClick={() => setAsTable(!asTable)}>
                  {asTable ? 'Show as cloud' : 'Show as table'}
                </Button>
              }
            >
              <p className={classes.quiet}>
                Of {formatCount(total_questions)} questions; the forms of a word are one.
              </p>
              {asTable ? <Table words={words} /> : <Cloud words={words} />}
            </Card>
            <ExportButton view="words" clientId={clientId} filters={filters} />
          </div>
        )
      }
    </Loaded>
  );
}

const SMALLEST = 0.8125;
const LARGEST = 2.5;

function Cloud({ words }: { words: Words['words'] }) {
  const most = words[0]?.count ?? 1;
  const sizeOf = (count: number) => SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / most);
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

function Table({ words }: { words: Words['words'] }) {
  return (
    <ScrollFrame label="Words by the number of questions">
      <table className={table.table} aria-label="Words by the number of questions">
        <thead>
          <tr>
            <th>Word</th>
            <th data-num>Questions</th>
          </tr>
        </thead>
        <tbody>
          {words.map(({ word, count }) => (
            <tr key={word}>
              <td>{word}</td>
              <td data-num>{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}
