import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LOGIN } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import type { Notice } from '../../../shared/notice/use-notice.ts';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { linkNotice, withoutFlags } from '../banners.ts';
import { LOGIN_READY_MS, MESSAGE_MS } from '../constants.ts';
import { useSessionSnapshot, useSessionSource, useStartedSession } from '../context.ts';
import { farewellOf } from '../farewell.ts';
import type { Door } from '../user.ts';
import { CodeForm } from './code-form.tsx';
import classes from './form.module.css';
import { PasswordField } from './password-field.tsx';

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

/** A login form takes nothing in its first moment (spec 000 §4), nor before the session has been loaded. */
function useReady(): boolean {
  const source = useSessionSource();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), LOGIN_READY_MS);
    // After the form has been painted. When this fails, whoever submits is asked to wait, and it is tried again.
    const painted = requestAnimationFrame(() => setTimeout(() => source.load().catch(() => undefined)));
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(painted);
    };
  }, [source]);
  return useStartedSession() !== null && open;
}

const error = (text: string): Notice => ({ text, kind: 'error', forMs: MESSAGE_MS.loginError });

/** Email and password, of staff or of a client's user. Signing in leads away from here: the router follows the session. */
export function SignInForm({ door, notice: first = null, children }: SignInFormProps) {
  const source = useSessionSource();
  const [search] = useSearchParams();
  useFlagsOnce();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { notice, show, dismiss } = useNotice(() => first ?? linkNotice(search) ?? farewellOf(search));
  const ready = useReady();
  const session = useSessionSnapshot();
  const signingIn = session?.hasTag('signing-in') ?? false;
  const problem = session?.context.problem ?? null;
  /** The code is asked for, or on its way. */
  const challenged =
    session?.hasTag('challenged') || (signingIn && session?.context.attempt?.code !== undefined);

  const edited = () => {
    dismiss();
    source.session()?.actor.send({ type: 'DISMISS' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const actor = source.session()?.actor;
    if (!ready || !actor) {
      source.load().catch(() => undefined);
      return show(error(LOGIN.notReady));
    }
    if (signingIn) return show({ ...error(LOGIN.inProgress), kind: 'notice' });
    if (email.trim() === '' || password === '') return show(error(LOGIN.required));
    dismiss();
    actor.send({ type: 'SIGN_IN', credentials: { door, email: email.trim(), password } });
  };
  if (challenged) return <CodeForm />;

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <NoticeAlert notice={problem === null ? notice : error(problem)} />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value);
          edited();
        }}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={({ currentTarget }) => {
          setPassword(currentTarget.value);
          edited();
        }}
      />
      <Button type="submit" size="lg" data-ready={ready} aria-disabled={!ready || signingIn}>
        {signingIn ? 'Signing in...' : 'Sign In'}
      </Button>
      {children}
    </form>
  );
}
