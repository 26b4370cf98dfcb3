import type { FoundPerson } from '@landline/api/erasure/contract';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import table from '../../../shared/ui/table.module.css';
import { requestErasure, useErasureCommand, usePeople } from '../api/erasures.ts';
import { kindName } from '../wording.ts';
import classes from './erasure.module.css';

/** Finds a person by an address, wherever it was left, and asks that it is forgotten there. */
export function FindPerson() {
  const [draft, setDraft] = useState('');
  const [reference, setReference] = useState('');
  const [email, setEmail] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.trim().length > 2) setEmail(draft.trim());
  };
  return (
    <Card title="Find a person">
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          label="Email address"
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
      {email !== null && <People email={email} reference={reference} />}
    </Card>
  );
}

function People({ email, reference }: { email: string; reference: string }) {
  const { data, error, refetch } = usePeople(email);
  const ask = useErasureCommand(requestErasure);
  if (error)
    return <ErrorState title="Nobody could be looked for" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} role="status" aria-label="Looking for the person" />;
  if (data.length === 0)
    return (
      <EmptyState title="Nobody found">This address was left nowhere, or it was erased already.</EmptyState>
    );
  const notice = ask.error
    ? { kind: 'error' as const, text: messageOr(ask.error, 'The request could not be made.') }
    : null;
  return (
    <>
      <NoticeAlert notice={notice} />
      <ScrollFrame label="Where the address was left, scrolls sideways">
        <table className={`${table.table} ${table.stacked}`} aria-label="Where the address was left">
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
            {data.map((person) => (
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
