import { FIND_BY, type FindBy, type FoundPerson } from '@landline/api/erasure/contract';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Pager } from '../../../shared/ui/pager.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { requestErasure, useErasureCommand, usePeople } from '../api/erasures.ts';
import { FINDS, kindName } from '../wording.ts';
import classes from './erasure.module.css';

/** Finds a person by what they left, or by a property of theirs, and asks that they are forgotten there. */
export function FindPerson() {
  const [by, setBy] = useState<FindBy>('email');
  const [draft, setDraft] = useState('');
  const [reference, setReference] = useState('');
  const [query, setQuery] = useState<PeopleQuery | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim().length > 2) setQuery({ by, sought: draft.trim(), page: 1 });
  };
  return (
    <Card title="Find a person">
      <form onSubmit={submit} className={classes.form}>
        <NativeSelect
          label="Find by"
          data={FIND_BY.map((value) => ({ value, label: FINDS[value].label }))}
          value={by}
          onChange={({ currentTarget: { value } }) => {
            setBy(FIND_BY.find((each) => each === value) ?? 'email');
            setQuery(null);
          }}
        />
        <TextInput
          label={FINDS[by].sought}
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <TextInput
          label="Reference"
          placeholder="A ticket's number, no name"
          maxLength={40}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
        <Button type="submit">Find</Button>
      </form>
      {query !== null && (
        <People query={query} reference={reference} onPage={(page) => setQuery({ ...query, page })} />
      )}
    </Card>
  );
}

interface PeopleQuery {
  by: FindBy;
  sought: string;
  page: number;
}

interface PeopleProps {
  query: PeopleQuery;
  reference: string;
  onPage: (page: number) => void;
}

function People({ query, reference, onPage }: PeopleProps) {
  const { data, error, refetch } = usePeople(query);
  const ask = useErasureCommand(requestErasure);
  if (error)
    return <ErrorState title="Nobody could be looked for" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} role="status" aria-label="Looking for the person" />;
  if (data.data.length === 0) return <EmptyState title="Nobody found">{FINDS[query.by].nobody}</EmptyState>;
  const notice = ask.error
    ? { kind: 'error' as const, text: messageOr(ask.error, 'The request could not be made.') }
    : null;
  return (
    <>
      <NoticeAlert notice={notice} />
      <ScrollFrame label="Where personal data was left, scrolls sideways">
        <table className={`${table.table} ${table.stacked}`} aria-label="Where personal data was left">
          <thead>
            <tr>
              <th>What</th>
              <th>Since</th>
              <th>
                <span className={table.hidden}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((person) => (
              <PersonRow
                key={`${person.kind}:${person.id}`}
                person={person}
                busy={ask.isPending && ask.variables.id === person.id}
                onRequest={() => ask.mutate({ kind: person.kind, id: person.id, reference })}
              />
            ))}
          </tbody>
        </table>
      </ScrollFrame>
      <Pager page={query.page} totalPages={data.pagination.totalPages} onPage={onPage} />
    </>
  );
}

interface RowProps {
  person: FoundPerson;
  busy: boolean;
  onRequest: () => void;
}

function PersonRow({ person: { kind, id, about, since }, busy, onRequest }: RowProps) {
  return (
    <tr>
      <td>
        {kindName(kind)}
        {about && `, ${about}`}
        <span className={classes.id}>{id}</span>
      </td>
      <td data-label="Since">{formatDate(since)}</td>
      <td>
        <Button variant="default" size="xs" loading={busy} onClick={onRequest}>
          Request erasure
        </Button>
      </td>
    </tr>
  );
}
