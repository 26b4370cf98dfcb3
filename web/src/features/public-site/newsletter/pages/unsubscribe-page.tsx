import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../../shared/http/errors.ts';
import { request } from '../../../../shared/http/request.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { StaticPage } from '../../marketing/components/static-page.tsx';

type State = { status: 'confirming' | 'sending' | 'done' } | { status: 'failed'; message: string };

/** Target of the link in each newsletter. Email scanners open links, so unsubscribing takes a click. */
export function Component() {
  const [search] = useSearchParams();
  const [state, setState] = useState<State>({ status: 'confirming' });

  const unsubscribe = async () => {
    setState({ status: 'sending' });
    try {
      await request('/api/newsletter/unsubscribe', {
        method: 'POST',
        body: { token: search.get('token') ?? '' },
      });
      setState({ status: 'done' });
    } catch (error) {
      setState({ status: 'failed', message: messageOf(error) });
    }
  };

  return (
    <StaticPage title="Unsubscribe" lead="You will no longer receive our newsletter at this address.">
      <div style={{ display: 'grid', gap: 16, justifyItems: 'start' }}>
        {state.status === 'failed' && <Notice kind="error">{state.message}</Notice>}
        {state.status === 'done' ? (
          <Notice kind="success">You have been unsubscribed.</Notice>
        ) : (
          <Button size="lg" loading={state.status === 'sending'} onClick={unsubscribe}>
            Unsubscribe
          </Button>
        )}
      </div>
    </StaticPage>
  );
}
