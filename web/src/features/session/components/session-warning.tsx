import { Button, Group, Modal, Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useSession } from '../context.ts';

/** Five minutes before inactivity ends the session: stay, or sign out now. */
export function SessionWarning() {
  const session = useSession();
  const expiring = useSelector(session.actor, (snapshot) => snapshot.matches({ authenticated: 'expiring' }));
  return (
    <Modal
      opened={expiring}
      onClose={session.stay}
      title="Your session is about to expire"
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Text>
        You will be signed out in less than 5 minutes because nothing has happened here for a while.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => session.actor.send({ type: 'SIGN_OUT' })}>
          Sign Out
        </Button>
        <Button onClick={session.stay} data-autofocus>
          Stay Signed In
        </Button>
      </Group>
    </Modal>
  );
}
