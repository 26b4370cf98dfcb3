import { Button, Group, Text } from '@mantine/core';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { fromPromise, waitFor } from 'xstate';
import { SETUP } from '../../../../shared/messages.ts';
import { ButtonLink } from '../../../../shared/ui/button.tsx';
import { type Credentials, LOGIN_PATHS, type UserKind } from '../../../platform/session/user.ts';
import { completeLink, type LinkValidation, validateLink } from '../api/links.ts';
import { useSession } from '../context.ts';
import { type LinkInput, linkMachine, type Password } from '../link-machine.ts';
import classes from './setup.module.css';
import { SetupForm } from './setup-form.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

const TITLES = { setup: 'Complete Your Account Setup', reset: 'Reset Your Password' } as const;
const BUTTONS = { setup: 'Complete Setup', reset: 'Reset Password' } as const;
const SUPPORT = '/Support';

/** Runs the link machine with the API and this tab's session. */
function useLinkMachine(userKind: UserKind) {
  const { actor } = useSession();
  const [search] = useSearchParams();
  const [machine] = useState(() =>
    linkMachine.provide({
      actors: {
        validate: fromPromise<LinkValidation, LinkInput>(({ input }) => validateLink(userKind, input.token)),
        complete: fromPromise<void, LinkInput & Password>(
          ({ input: { token, purpose, password, confirmPassword } }) =>
            completeLink(userKind, purpose, { token, password, confirmPassword }),
        ),
        signIn: fromPromise<void, Credentials>(async ({ input }) => {
          await waitFor(actor, (state) => state.hasTag('settled'));
          actor.send({ type: 'SIGN_IN', credentials: input });
          const after = await waitFor(actor, (state) => !state.hasTag('signing-in'));
          if (!after.hasTag('signed-in')) throw new Error('Not signed in');
        }),
      },
    }),
  );
  const purpose = search.get('mode') === 'reset' ? 'reset' : 'setup';
  return useMachine(machine, { input: { userKind, token: search.get('token') ?? '', purpose } });
}

/** Page of a setup or reset link, for client users and staff (spec 000 §2). */
export function Setup({ userKind }: { userKind: UserKind }) {
  const [snapshot, send] = useLinkMachine(userKind);
  const { user, problem, purpose, token } = snapshot.context;
  if (snapshot.matches('invalid')) {
    return (
      <SignInLayout title="Invalid Link">
        <Text mt="xs" size="md" role="alert">
          {problem ?? SETUP.invalidDefault}
        </Text>
        <Group mt="lg">
          <Button component={Link} to={LOGIN_PATHS[userKind]} size="md">
            Back to Login
          </Button>
          <ButtonLink to={SUPPORT} variant="default" size="md">
            Contact Support
          </ButtonLink>
        </Group>
      </SignInLayout>
    );
  }
  if (snapshot.matches('validating')) {
    return (
      <SignInLayout title={TITLES[purpose]}>
        <Text mt="xs" size="md" role="status">
          {`Validating your ${purpose === 'reset' ? 'reset' : 'setup'} link...`}
        </Text>
      </SignInLayout>
    );
  }
  if (snapshot.status === 'done') {
    return snapshot.output.to === null ? null : <Navigate to={snapshot.output.to} replace />;
  }
  return (
    <SignInLayout title={TITLES[purpose]}>
      {user && (
        <dl className={classes.account}>
          <dt>Email</dt>
          <dd>{user.email}</dd>
          {user.clientName && (
            <>
              <dt>Client</dt>
              <dd>{user.clientName}</dd>
            </>
          )}
          <dt>Name</dt>
          <dd>{`${user.firstName} ${user.lastName}`.trim()}</dd>
        </dl>
      )}
      <SetupForm
        label={BUTTONS[purpose]}
        token={token}
        problem={problem}
        submitting={snapshot.matches('submitting') || snapshot.matches('signingIn')}
        onEdit={() => send({ type: 'EDIT' })}
        onSubmit={(password) => send({ type: 'SUBMIT', ...password })}
      />
    </SignInLayout>
  );
}
