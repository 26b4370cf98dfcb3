import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../../shared/http/errors.ts';
import { request } from '../../../../shared/http/request.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { StaticPage } from '../../marketing/components/static-page.tsx';

type State = { is: 'confirming' } | { is: 'sending' } | { is: 'done' } | { is: 'failed'; why: string };

/** Target of the link in each newsletter. Email scanners open links, so unsubscribing takes a click. */
export function Component() {
  const [search] = useSearchParams();
  const [state, setState] = useState<State>({ is: 'confirming' });

  const leave = async () => {
    setState({ is: 'sending' });
    try {
      await request('/api/newsletter/unsubscribe', {
        method: 'POST',
        body: { token: search.get('token') ?? '' },
      });
      setState({ is: 'done' });
    } catch (error) {
      setState({ is: 'failed', why: messageOf(error) });
    }
  };

  return (
    <StaticPage title="Unsubscribe" lead="You will no longer receive our newsletter at this address.">
      <div style={{ display: 'grid', gap: 16, justifyItems: 'start' }}>
        {state.is === 'failed' && <Notice kind="error">{state.why}</Notice>}
        {state.is === 'done' ? (
          <Notice kind="success">You have been unsubscribed.</Notice>
        ) : (
          <Button size="lg" loading={state.is === 'sending'} onClick={leave}>
            Unsubscribe
          </Button>
        )}
      </div>
    </StaticPage>
  );
}
