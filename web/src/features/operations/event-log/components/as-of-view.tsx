import { AS_OF_LISTS, AS_OF_PAGE_ROWS } from '@landline/api/operations/event-log/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { formatCount, formatDate, wordsOf } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useDraft } from '../../../../shared/use-draft.ts';
import { useClients } from '../../../clients/clients/api/clients.ts';
import { displayValue } from '../../../platform/activity/event-texts.ts';
import { useDatasets } from '../../../property/datasets/api/datasets.ts';
import { type AsOfQuery, useAsOf } from '../api/event-log.ts';
import { isoTime, toLocal } from '../times.ts';
import classes from './event-log.module.css';

interface AsOfViewProps extends AsOfQuery {
  onChange: (change: Partial<AsOfQuery>) => void;
}

/** Rebuilds a list as of a date from the events up to that date. */
export function AsOfView({ onChange, ...query }: AsOfViewProps) {
  const { list, at, client, dataset } = query;
  const listType = AS_OF_LISTS.find(({ key }) => key === list);
  const scope = listType && 'scope' in listType ? listType.scope : undefined;
  const { data: datasets = [] } = useDatasets();
  const { data: clients = [] } = useClients();
  return (
    <>
      <div className={classes.filters}>
        <Select
          label="List"
          allowDeselect={false}
          searchable
          data={AS_OF_LISTS.map(({ key, label }) => ({ value: key, label }))}
          value={list}
          onChange={(value) => value && onChange({ list: value })}
        />
        {scope === 'dataset' && (
          <Select
            label="Dataset"
            placeholder="Choose a dataset"
            searchable
            data={datasets.map(({ dataset_key, dataset_name }) => ({
              value: dataset_key,
              label: dataset_name,
            }))}
            value={dataset}
            onChange={(next) => onChange({ dataset: next })}
          />
        )}
        {scope !== undefined && (
          <Select
            label={scope === 'client' ? 'Client' : 'As seen by'}
            placeholder={scope === 'client' ? 'All clients' : 'Everyone'}
            searchable
            clearable
            data={clients.map(({ id, name }) => ({ value: id, label: name }))}
            value={client}
            onChange={(next) => onChange({ client: next })}
          />
        )}
        <DateField at={at} onChange={(next) => onChange({ at: next })} />
      </div>
      <p className={common.note}>
        Rebuilt from the events up to this date with today's rules. Scores use the model in effect then. Data
        erased since then is also erased here.
      </p>
      {scope === 'dataset' && dataset === null ? (
        <EmptyState title="Choose a dataset" icon={IconCalendarTime}>
          Properties are shown with their scores on the selected date.
        </EmptyState>
      ) : (
        <Rows
          {...query}
          client={scope === undefined ? null : client}
          dataset={scope === 'dataset' ? dataset : null}
          onPage={(page) => onChange({ page })}
        />
      )}
    </>
  );
}

interface DateFieldProps {
  at: string;
  onChange: (at: string) => void;
}

/** Date of the list. It applies on Enter, on Apply or when the field loses the focus, because a rebuild can take minutes. */
function DateField({ at, onChange }: DateFieldProps) {
  const [draft, setDraft] = useDraft(toLocal(at));
  const apply = () => {
    const next = draft === toLocal(at) ? null : isoTime(draft);
    if (next !== null) onChange(next);
  };
  return (
    <form
      className={classes.date}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        type="datetime-local"
        label="As of"
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={apply}
      />
      <Button type="submit" variant="default">
        Apply
      </Button>
    </form>
  );
}

/** ID columns are truncated; their title shows the full ID. */
const isId = (column: string) => /(^|_)id$/.test(column);

function Rows({ onPage, ...query }: AsOfQuery & { onPage: (page: number) => void }) {
  return (
    <QueryBody query={useAsOf(query)} errorTitle="The list could not be loaded" skeleton={320}>
      {({ total, at, columns, rows }) =>
        total === 0 ? (
          <EmptyState title="The list was empty" icon={IconCalendarTime}>
            Choose a later date.
          </EmptyState>
        ) : (
          <>
            <p className={common.note}>
              {formatCount(total)} {total === 1 ? 'entry' : 'entries'} as of {formatDate(at)}
            </p>
            <DataTable
              label="The list as of the selected date"
              columns={columns.map((column, index) => ({
                header: wordsOf(column),
                cell: (row: readonly unknown[]) => (
                  <div
                    className={classes.cell}
                    data-id={isId(column) || undefined}
                    title={displayValue(row[index])}
                  >
                    {displayValue(row[index])}
                  </div>
                ),
              }))}
              rows={rows}
              keyOf={(row) => JSON.stringify(row[0])}
              scrolls
            />
            <Pager page={query.page} totalPages={Math.ceil(total / AS_OF_PAGE_ROWS)} onPage={onPage} />
          </>
        )
      }
    </QueryBody>
  );
}
