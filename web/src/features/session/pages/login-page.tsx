import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { FrontDoor } from '../components/front-door.tsx';
import { useSession } from '../context.ts';

/** The form takes nothing before (spec 000 §9). */
const READY_MS = 300;
/** Messages leave by themselves (spec 000 §8). */
const MESSAGE_MS = 5_000;

interface Message {
  text: string;
  kind: 'error' | 'success' | 'notice';
}

const COLORS = { error: 'red', success: 'green', notice: 'yellow' } as const;

/** What the address says about how the last session ended (spec 000 §2, §8). */
function farewell(search: URLSearchParams): Message | null {
  if (search.get('timeout') === 'true') {
    return { text: 'Your session has expired. Please log in again.', kind: 'notice' };
  }
  if (search.get('action') !== 'logout') return null;
  return search.get('error') === 'true'
    ? { text: 'You have been signed out here, but the server could not be reached.', kind: 'notice' }
    : { text: 'You have been successfully logged out.', kind: 'success' };
}

/** 'Admin Login' for staff. Signing in leads away from here: the router follows the session. */
export function Component() {
  const { actor } = useSession();
  const [search] = useSearchParams();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<Message | null>(() => farewell(search));
  const ready = useReady();
  const signingIn = useSelector(actor, (snapshot) => snapshot.hasTag('signing-in'));
  const problem = useSelector(actor, (snapshot) => snapshot.context.problem);
  const shown: Message | null = problem === null ? message : { text: problem, kind: 'error' };

  const dismiss = () => {
    setMessage(null);
    actor.send({ type: 'DISMISS' });
  };
  useEffect(() => {
    if (!shown?.text) return;
    const timer = setTimeout(() => {
      setMessage(null);
      actor.send({ type: 'DISMISS' });
    }, MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [shown?.text, actor]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return setMessage({ text: 'Please wait a moment for the page to load.', kind: 'error' });
    if (email.trim() === '' || password === '') {
      return setMessage({ text: 'Please enter both email and password', kind: 'error' });
    }
    setMessage(null);
    actor.send({ type: 'SIGN_IN', credentials: { email: email.trim(), password } });
  };

  return (
    <FrontDoor
      title="Admin Login"
      subtitle="Sign in to score, sort and judge parcels."
      back={
        <Anchor
          component={Link}
          to="/login-selection"
          size="sm"
          c="dimmed"
          mb="lg"
          style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}
        >
          <IconArrowLeft size={16} /> Back
        </Anchor>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md" mt="lg">
          <div aria-live="polite">
            {shown && (
              <Alert color={COLORS[shown.kind]} variant="light" p="sm" role="status">
                {shown.text}
              </Alert>
            )}
          </div>
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
              dismiss();
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
              dismiss();
            }}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={signingIn}
            data-ready={ready}
            aria-disabled={!ready}
          >
            Sign In
          </Button>
          <Anchor component={Link} to="/ForgotPassword" size="sm" ta="center">
            Forgot Password?
          </Anchor>
        </Stack>
      </form>
    </FrontDoor>
  );
}

function useReady(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), READY_MS);
    return () => clearTimeout(timer);
  }, []);
  return ready;
}
