import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useSession } from '../context.ts';

/** The second factor: the code of the authenticator, or one of the recovery codes. */
export function CodeForm() {
  const { actor } = useSession();
  const [code, setCode] = useState('');
  const signingIn = useSelector(actor, (snapshot) => snapshot.hasTag('signing-in'));
  const problem = useSelector(actor, (snapshot) => snapshot.context.problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signingIn || code.trim() === '') return;
    actor.send({ type: 'CODE', code: code.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mt="lg">
        <NoticeAlert notice={problem === null ? null : { text: problem, kind: 'error' }} />
        <Text size="md">
          Enter the six digits that your authenticator app shows, or one of your recovery codes.
        </Text>
        <TextInput
          label="Code"
          name="code"
          autoComplete="one-time-code"
          size="md"
          autoFocus
          value={code}
          onChange={({ currentTarget }) => {
            setCode(currentTarget.value);
            actor.send({ type: 'DISMISS' });
          }}
        />
        <Button type="submit" size="md" fullWidth loading={signingIn}>
          Verify
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={() => actor.send({ type: 'CANCEL' })}>
          Sign in as somebody else
        </Anchor>
      </Stack>
    </form>
  );
}
