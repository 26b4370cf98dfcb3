import {
  FIND_BY,
  type FindBy,
  type FoundPerson,
  SEARCH_MIN,
} from '@landline/api/operations/erasure/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { type Column, DataTable } from '../../../../shared/ui/data-table.tsx';
import { Pager } from '../../../../shared/ui/pager.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { requestErasure, useErasureCommand, useErasures, usePeople } from '../api/erasures.ts';
import { KIND_NAMES, SEARCHES, STATUSES } from '../labels.ts';
import classes from './erasure.module.css';

/** Finds personal data by email address, property or import, and requests its erasure. */
export function FindPerson() {
  const [by, setBy] = useState<FindBy>('email');
  const [draft, setDraft] = useState('');
  const [reference, setReference] = useState('');
  const [query, setQuery] = useState<PeopleQuery | null>(null);
  const [isTooShort, setIsTooShort] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const term = draft.trim();
    setIsTooShort(term.length < SEARCH_MIN);
    setQuery(term.length < SEARCH_MIN ? null : { by, term, page: 1 });
  };
  return (
    <Card title="Find a person">
      <form onSubmit={submit} className={classes.form}>
        <NativeSelect
          label="Find by"
          data={FIND_BY.map((value) => ({ value, label: SEARCHES[value].label }))}
          value={by}
          onChange={({ currentTarget: { value } }) => {
            setBy(FIND_BY.find((option) => option === value) ?? 'email');
            setQuery(null);
            setIsTooShort(false);
          }}
        />
        <TextInput
          label={SEARCHES[by].fieldLabel}
          value={draft}
          error={isTooShort}
          onChange={({ currentTarget }) => {
            setDraft(currentTarget.value);
            setIsTooShort(false);
          }}
        />
        <TextInput
          label="Reference"
          placeholder="Ticket number, not a name"
          maxLength={40}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
        <Button type="submit">Find</Button>
      </form>
      <NoticeAlert
        notice={
          isTooShort ? { kind: 'error', text: `Enter at least ${SEARCH_MIN} characters to search.` } : null
        }
      />
      {query !== null && (
        <People
          key={`${query.by} ${query.term}`}
          query={query}
          reference={reference}
          onPage={(page) => setQuery({ ...query, page })}
        />
      )}
    </Card>
  );
}

const REQUESTED = 'Erasure requested. The data is erased after the request is approved.';
const REQUEST_FAILED = 'The erasure could not be requested.';

interface PeopleQuery {
  by: FindBy;
  term: string;
  page: number;
}

interface PeopleProps {
  query: PeopleQuery;
  reference: string;
  onPage: (page: number) => void;
}

function People({ query, reference, onPage }: PeopleProps) {
  const request = useErasureCommand(requestErasure);
  const { notice, show } = useNotice();
  const { data: erasures = [] } = useErasures();
  const openRequestOf = ({ kind, id }: Pick<FoundPerson, 'kind' | 'id'>) =>
    erasures.find(
      ({ status, ...of }) =>
        of.kind === kind && of.personId === id && (status === 'requested' || status === 'erasing'),
    );
  const body = useRef<HTMLElement>(null);
  const columns: readonly Column<FoundPerson>[] = [
    {
      header: 'Personal data',
      cell: ({ kind, about, id }) => (
        <>
          {KIND_NAMES[kind]}
          {about && `, ${about}`}
          <span className={classes.id}>{id}</span>
        </>
      ),
    },
    { header: 'Stored since', isLabeled: true, cell: ({ since }) => formatDate(since) },
    {
      header: 'Actions',
      isHeaderHidden: true,
      cell: ({ kind, id }) => {
        const open = openRequestOf({ kind, id });
        if (open) return <Tag tone={STATUSES[open.status].tone}>{STATUSES[open.status].label}</Tag>;
        return (
          <Button
            variant="default"
            size="xs"
            loading={request.isPending && request.variables.kind === kind && request.variables.id === id}
            disabled={request.isPending}
            onClick={() =>
              request.mutate(
                { kind, id, reference },
                // The row's button, which has the focus, makes way for the status.
                reportOutcome(show, REQUESTED, REQUEST_FAILED, () => body.current?.focus()),
              )
            }
          >
            Request erasure
          </Button>
        );
      },
    },
  ];
  return (
    <QueryBody query={usePeople(query)} errorTitle="The search failed" skeleton={120}>
      {({ data, pagination }) =>
        data.length === 0 ? (
          <EmptyState title="No results">{SEARCHES[query.by].notFound}</EmptyState>
        ) : (
          <section ref={body} aria-label="People" tabIndex={-1}>
            <NoticeAlert notice={notice} />
            <DataTable
              label="Search results"
              columns={columns}
              rows={data}
              keyOf={({ kind, id }) => `${kind}:${id}`}
              scrolls
              stacks
            />
            <Pager page={query.page} totalPages={pagination.totalPages} onPage={onPage} />
          </section>
        )
      }
    </QueryBody>
  );
}
