import { Button, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useUser } from '../../../platform/session/context.ts';
import { homeOf } from '../../../platform/session/user.ts';
import { SignInLayout } from '../components/sign-in-layout.tsx';

/** Shown to signed-in users without access to the requested page. */
export function Component() {
  const user = useUser();
  return (
    <SignInLayout title="Access Denied">
      <Text mt="xs" c="dimmed">
        You do not have permission to view this page.
        {user && ` You are signed in as ${user.role}.`}
      </Text>
      <Button component={Link} to={user ? homeOf(user.role) : '/'} mt="lg">
        Go to Dashboard
      </Button>
    </SignInLayout>
  );
}
