import { Button, Group, Modal, Text } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useSession } from '../context.ts';

/** Warns five minutes before the session ends. */
export function SessionWarning() {
  const session = useSession();
  const warning = useSelector(session.actor, (snapshot) => snapshot.context.warning);
  if (!warning) return null;
  const minutesLeft = Math.ceil(warning.remaining / 60_000);
  const canStay = warning.at !== session.actor.getSnapshot().context.endsAt;
  return (
    <Modal
      opened
      onClose={session.stay}
      title="Your session is about to expire"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={canStay}
    >
      <Text>
        {`You will be signed out in ${minutesLeft <= 1 ? 'less than a minute' : `${minutesLeft} minutes`} `}
        {canStay
          ? 'because of inactivity.'
          : 'because sessions last at most 11 hours. Save your work, then sign in again.'}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={session.signOut}>
          Sign Out
        </Button>
        {canStay && (
          <Button onClick={session.stay} data-autofocus>
            Stay Signed In
          </Button>
        )}
      </Group>
    </Modal>
  );
}
