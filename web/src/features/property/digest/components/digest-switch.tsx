import { Switch } from '@mantine/core';
import { messageOr } from '../../../../shared/http/errors.ts';
import { useNotifications } from '../../../clients/notifications/provider.tsx';
import { useClient } from '../../../platform/session/context.ts';
import { useDigest, useSetDigest } from '../api/digest.ts';

/** Subscribes the user to emails about new premium leads; hidden during impersonation and in demo accounts. */
export function DigestSwitch() {
  const client = useClient();
  const maySubscribe = !client || !(client.isImpersonating || client.client.product_config.demo_mode);
  const { data: subscribed } = useDigest(maySubscribe);
  const set = useSetDigest();
  const notify = useNotifications();
  if (!maySubscribe || subscribed === undefined) return null;
  return (
    <Switch
      mt="lg"
      label="Email me new premium leads"
      description="At most once a day, and only when there are new leads."
      checked={subscribed}
      disabled={set.isPending}
      onChange={({ currentTarget }) =>
        set.mutate(currentTarget.checked, {
          onError: (error) =>
            notify.error(messageOr(error, 'Your email setting could not be saved. Try again.')),
        })
      }
    />
  );
}
