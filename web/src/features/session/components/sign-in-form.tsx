import { Button, Loader, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMachine, useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { LOGIN } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import type { Notice } from '../../../shared/notice/notice-machine.ts';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { linkNotice, withoutFlags } from '../banners.ts';
import { MESSAGE_MS } from '../constants.ts';
import { useSession } from '../context.ts';
import { farewellOf } from '../farewell.ts';
import type { sessionMachine } from '../machine.ts';
import { openingMachine } from '../opening-machine.ts';
import type { Door } from '../user.ts';
import { CodeForm } from './code-form.tsx';

interface SignInFormProps {
  door: Door;
  /** What the page has to say first; otherwise how the last session ended. */
  notice?: Notice | null;
  /** Below the button. */
  children?: ReactNode;
}

/** The address loses the flags of a link that was just used: a reload says it no more (spec 000 §2). */
function useFlagsOnce() {
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    if (linkNotice(search)) setSearch(withoutFlags(search), { replace: true });
  }, [search, setSearch]);
}

/** The code is asked for, or on its way. */
const isChallenged = (snapshot: SnapshotFrom<typeof sessionMachine>) =>
  snapshot.hasTag('challenged') ||
  (snapshot.hasTag('signing-in') && snapshot.context.attempt?.code !== undefined);

const error = (text: string): Notice => ({ text, kind: 'error', forMs: MESSAGE_MS.loginError });

/** Email and password, of staff or of a client's user. Signing in leads away from here: the router follows the session. */
export function SignInForm({ door, notice: first = null, children }: SignInFormProps) {
  const { actor } = useSession();
  const [search] = useSearchParams();
  useFlagsOnce();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { notice, show, dismiss } = useNotice(() => first ?? linkNotice(search) ?? farewellOf(search));
  const [opening] = useMachine(openingMachine);
  const ready = opening.matches('open');
  const signingIn = useSelector(actor, (snapshot) => snapshot.hasTag('signing-in'));
  const challenged = useSelector(actor, isChallenged);
  const problem = useSelector(actor, (snapshot) => snapshot.context.problem);

  const edited = () => {
    dismiss();
    actor.send({ type: 'DISMISS' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return show(error(LOGIN.notReady));
    if (signingIn) return show({ ...error(LOGIN.inProgress), kind: 'notice' });
    if (email.trim() === '' || password === '') return show(error(LOGIN.required));
    dismiss();
    actor.send({ type: 'SIGN_IN', credentials: { door, email: email.trim(), password } });
  };
  if (challenged) return <CodeForm />;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" mt="lg">
        <NoticeAlert notice={problem === null ? notice : error(problem)} />
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          autoFocus
          value={email}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
            edited();
          }}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          size="md"
          value={password}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            edited();
          }}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          data-ready={ready}
          aria-disabled={!ready || signingIn}
          leftSection={signingIn && <Loader size={16} color="currentColor" />}
        >
          {signingIn ? 'Signing in...' : 'Sign In'}
        </Button>
        {children}
      </Stack>
    </form>
  );
}
