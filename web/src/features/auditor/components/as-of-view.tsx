import { AS_OF_LISTS } from '@landline/api/auditor/contract';
import { Select, Skeleton, TextInput } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { formatCount, formatDate, wordsOf } from '../../../shared/format.ts';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { shownValue } from '../../audit/wording.ts';
import { useAsOf } from '../api/log.ts';
import classes from './auditor.module.css';
import { fromLocal, toLocal } from './event-filters.tsx';

interface Props {
  list: string;
  at: string;
  onChange: (change: { list?: string; at?: string }) => void;
}

/** A list as it was at a time, made by its own rules from the events up to then. */
export function AsOfView({ list, at, onChange }: Props) {
  return (
    <>
      <div className={classes.filters}>
        <Select
          label="List"
          allowDeselect={false}
          data={AS_OF_LISTS.map(({ key, label }) => ({ value: key, label }))}
          value={list}
          onChange={(value) => value && onChange({ list: value })}
        />
        <TextInput
          type="datetime-local"
          label="As of"
          value={toLocal(at)}
          onChange={({ currentTarget }) => {
            const next = fromLocal(currentTarget.value);
            if (next) onChange({ at: next });
          }}
        />
      </div>
      <p className={classes.note}>
        Properties, their scores, environmental data and pages cannot be shown as they were: replay one of
        them instead. What was erased since is erased here too.
      </p>
      <Rows list={list} at={at} />
    </>
  );
}

function Rows({ list, at }: { list: string; at: string }) {
  const { data, error, refetch } = useAsOf(list, at);
  if (error)
    return <ErrorState title="The list could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} role="status" aria-label="Loading the list" />;
  if (data.total === 0) {
    return (
      <EmptyState title="Nothing was in it yet" icon={<IconCalendarTime size={24} stroke={1.5} />}>
        Choose a later time.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.note}>
        {formatCount(data.total)} as of {formatDate(data.at)}, by the log up to position {data.position}
        {data.total > data.rows.length && `; the first ${formatCount(data.rows.length)} are shown`}.
      </p>
      <ScrollFrame label="The list, scrolls sideways">
        <table className={table.table} aria-label="The list as it was">
          <thead>
            <tr>
              {data.columns.map((column) => (
                <th key={column}>{wordsOf(column)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={JSON.stringify(row[0])}>
                {row.map((value, index) => (
                  <td key={data.columns[index]}>
                    <div className={classes.cell} title={shownValue(value)}>
                      {shownValue(value)}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </>
  );
}
