import { AS_OF_LISTS, AS_OF_PAGE_ROWS } from '@landline/api/auditor/contract';
import { Select, Skeleton, TextInput } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { formatCount, formatDate, wordsOf } from '../../../shared/format.ts';
import { Pager } from '../../../shared/ui/pager.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { shownValue } from '../../audit/wording.ts';
import { useClients } from '../../clients/api/list-clients.ts';
import { useDatasets } from '../../datasets/api/list-datasets.ts';
import { type AsOfPlace, useAsOf } from '../api/log.ts';
import classes from './auditor.module.css';
import { fromLocal, toLocal } from './event-filters.tsx';

interface Props extends AsOfPlace {
  onChange: (change: Partial<AsOfPlace>) => void;
}

/** A list as it was at a time, made by its own rules from the events up to then. */
export function AsOfView({ onChange, ...place }: Props) {
  const { list, at, client, dataset } = place;
  const listed = AS_OF_LISTS.find(({ key }) => key === list);
  const of = listed && 'of' in listed ? listed.of : undefined;
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
        {of === 'dataset' && (
          <DatasetChoice value={dataset} onChange={(next) => onChange({ dataset: next })} />
        )}
        {of !== undefined && (
          <ClientChoice
            label={of === 'client' ? 'Client' : 'As seen by'}
            everyone={of === 'client' ? 'Every client' : 'Everyone'}
            value={client}
            onChange={(next) => onChange({ client: next })}
          />
        )}
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
        Made again from the events up to then, by the rules that make the list today; scores by the model of
        the run that was read then. What was erased since is erased here too.
      </p>
      {of === 'dataset' && dataset === null ? (
        <EmptyState title="Choose a dataset" icon={<IconCalendarTime size={24} stroke={1.5} />}>
          Its properties are shown with the scores that they had.
        </EmptyState>
      ) : (
        <Rows
          {...place}
          client={of === undefined ? null : client}
          dataset={of === 'dataset' ? dataset : null}
          onPage={(page) => onChange({ page })}
        />
      )}
    </>
  );
}

function DatasetChoice({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (key: string | null) => void;
}) {
  const { data } = useDatasets();
  const datasets = Object.values(data ?? {}).flat();
  return (
    <Select
      label="Dataset"
      placeholder="Choose a dataset"
      searchable
      data={datasets.map(({ dataset_key, dataset_name }) => ({ value: dataset_key, label: dataset_name }))}
      value={value}
      onChange={onChange}
    />
  );
}

interface ClientChoiceProps {
  label: string;
  everyone: string;
  value: string | null;
  onChange: (id: string | null) => void;
}
function ClientChoice({ label, everyone, value, onChange }: ClientChoiceProps) {
  const { data } = useClients();
  return (
    <Select
      label={label}
      placeholder={everyone}
      searchable
      clearable
      data={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

/** Ids are told apart by their beginnings; all of one is shown when it is pointed at. */
const isId = (column = '') => /(^|_)id$/.test(column);

function Rows({ onPage, ...place }: AsOfPlace & { onPage: (page: number) => void }) {
  const { data, error, refetch } = useAsOf(place);
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
        {formatCount(data.total)} as of {formatDate(data.at)}, by the log up to position {data.position}.
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
                    <div
                      className={classes.cell}
                      data-id={isId(data.columns[index]) || undefined}
                      title={shownValue(value)}
                    >
                      {shownValue(value)}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <Pager page={place.page} totalPages={Math.ceil(data.total / AS_OF_PAGE_ROWS)} onPage={onPage} />
    </>
  );
}
