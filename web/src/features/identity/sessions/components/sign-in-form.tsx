import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LOGIN } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { type Notice, useNotice } from '../../../../shared/notice/use-notice.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import type { UserKind } from '../../../platform/session/user.ts';
import { LOGIN_READY_MS, MESSAGE_MS } from '../constants.ts';
import { useSessionSnapshot, useSessionSource, useStartedSession } from '../context.ts';
import { linkNotice, withoutFlags } from '../link-notice.ts';
import { sessionEndNotice } from '../session-end-notice.ts';
import { CodeForm } from './code-form.tsx';
import classes from './form.module.css';
import { PasswordField } from './password-field.tsx';

interface SignInFormProps {
  userKind: UserKind;
  /** Notice of the page (default: how the last session ended). */
  notice?: Notice | null;
  /** Shown below the button. */
  children?: ReactNode;
}

/** Removes the flags of a just-used link from the URL (spec 000 §2). */
function useRemoveLinkFlags() {
  const [search, setSearch] = useSearchParams();
  useEffect(() => {
    if (linkNotice(search)) setSearch(withoutFlags(search), { replace: true });
  }, [search, setSearch]);
}

/** Returns `ready` after a short delay (spec 000 §4) and once the session is loaded. */
function useReadiness(): 'loading' | 'ready' | 'failed' {
  const source = useSessionSource();
  const [isDelayOver, setDelayOver] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDelayOver(true), LOGIN_READY_MS);
    // Loads after the first paint.
    const frame = requestAnimationFrame(() => setTimeout(() => source.load().catch(() => setFailed(true))));
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [source]);
  const isStarted = useStartedSession() !== null;
  if (hasFailed && !isStarted) return 'failed';
  return isStarted && isDelayOver ? 'ready' : 'loading';
}

const error = (text: string): Notice => ({ text, kind: 'error', forMs: MESSAGE_MS.loginError });

/** The sign-in form of staff and client users. The router follows the session after sign-in. */
export function SignInForm({ userKind, notice: pageNotice = null, children }: SignInFormProps) {
  const source = useSessionSource();
  const [search] = useSearchParams();
  useRemoveLinkFlags();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { notice, show, dismiss } = useNotice(
    () => pageNotice ?? linkNotice(search) ?? sessionEndNotice(search),
  );
  const readiness = useReadiness();
  const isReady = readiness === 'ready';
  const session = useSessionSnapshot();
  const signingIn = session?.hasTag('signing-in') ?? false;
  const problem = session?.context.problem ?? null;
  /** True while the second factor is requested or checked. */
  const isChallenged =
    session?.hasTag('challenged') || (signingIn && session?.context.attempt?.code !== undefined);

  const clearProblems = () => {
    dismiss();
    source.session()?.actor.send({ type: 'DISMISS' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const actor = source.session()?.actor;
    if (!isReady || !actor) return show(error(LOGIN.notReady));
    if (signingIn) return show({ ...error(LOGIN.inProgress), kind: 'notice' });
    if (email.trim() === '' || password === '') return show(error(LOGIN.required));
    dismiss();
    actor.send({ type: 'SIGN_IN', credentials: { userKind, email: email.trim(), password } });
  };
  if (isChallenged) return <CodeForm />;

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <NoticeAlert
        notice={readiness === 'failed' ? error(LOGIN.incomplete) : problem === null ? notice : error(problem)}
      />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value);
          clearProblems();
        }}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value);
          clearProblems();
        }}
      />
      {readiness === 'failed' ? (
        <Button size="lg" onClick={() => window.location.reload()}>
          Reload
        </Button>
      ) : (
        <Button type="submit" size="lg" data-ready={isReady} aria-disabled={!isReady || signingIn}>
          {signingIn ? 'Signing in...' : 'Sign In'}
        </Button>
      )}
      {children}
    </form>
  );
}
