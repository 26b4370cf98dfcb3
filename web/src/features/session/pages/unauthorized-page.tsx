import { Button, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { FrontDoor } from '../components/front-door.tsx';
import { useUser } from '../context.ts';
import { homeOf } from '../user.ts';

/** Somebody is signed in, but not as one who may see what was asked for. */
export function Component() {
  const user = useUser();
  return (
    <FrontDoor title="Access Denied">
      <Text mt="xs" c="dimmed">
        You do not have permission to view this page.
        {user && ` You are signed in as ${user.role}.`}
      </Text>
      <Button component={Link} to={user ? homeOf(user.role) : '/'} mt="lg">
        Go to Dashboard
      </Button>
    </FrontDoor>
  );
}
