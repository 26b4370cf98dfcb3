import { Switch } from '@mantine/core';
import { messageOr } from '../../../shared/http/errors.ts';
import { useNotifications } from '../../notifications/provider.tsx';
import { useClient } from '../../session/context.ts';
import { useDigest, useSetDigest } from '../api/digest.ts';

/** Has new premium leads mailed to the reader: for people with an address of theirs, so neither acting nor in a demo. */
export function DigestSwitch() {
  const shown = useClient();
  const isTheirs = !shown || !(shown.isImpersonating || shown.client.product_config.demo_mode);
  const { data: subscribed } = useDigest(isTheirs);
  const set = useSetDigest();
  const notify = useNotifications();
  if (!isTheirs || subscribed === undefined) return null;
  return (
    <Switch
      mt="lg"
      label="E-mail me new premium leads"
      description="Once a day at most, and only when there are any."
      checked={subscribed}
      disabled={set.isPending}
      onChange={({ currentTarget }) =>
        set.mutate(currentTarget.checked, {
          onError: (error) => notify.error(messageOr(error, 'This could not be changed. Try again.')),
        })
      }
    />
  );
}
