import { type FormEvent, useState } from 'react';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useSession, useSessionSnapshot } from '../context.ts';
import classes from './form.module.css';

/** Second sign-in step: an authenticator code or a recovery code. */
export function CodeForm() {
  const { actor } = useSession();
  const snapshot = useSessionSnapshot();
  const [code, setCode] = useState('');
  const signingIn = snapshot?.hasTag('signing-in') ?? false;
  const problem = snapshot?.context.problem ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signingIn || code.trim() === '') return;
    actor.send({ type: 'CODE', code: code.trim() });
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <NoticeAlert notice={problem === null ? null : { text: problem, kind: 'error' }} />
      <p className={classes.text}>
        Enter the six-digit code from your authenticator app, or one of your recovery codes.
      </p>
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          actor.send({ type: 'DISMISS' });
        }}
      />
      <Button type="submit" size="lg" loading={signingIn}>
        Verify
      </Button>
      <button type="button" className={classes.other} onClick={() => actor.send({ type: 'CANCEL' })}>
        Use a different account
      </button>
    </form>
  );
}
