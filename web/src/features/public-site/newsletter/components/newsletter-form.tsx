import { type FormEvent, useMemo, useState } from 'react';
import { hasStatus, messageOf } from '../../../../shared/http/errors.ts';
import { FORGOT_PASSWORD, NEWSLETTER } from '../../../../shared/messages.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import common from '../../../../shared/ui/common.module.css';
import { TextField } from '../../../../shared/ui/field.tsx';
import { focusOn } from '../../../../shared/ui/focus-on.ts';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { publicForm } from '../../contact/api/public-form.ts';
import { Honeypot } from '../../contact/components/honeypot.tsx';
import classes from './newsletter-form.module.css';

type State = { status: 'editing' | 'sending' | 'joined' } | { status: 'failed'; message: string };

/** Early-access newsletter sign-up (spec 000 §4). */
export default function NewsletterForm() {
  const form = useMemo(() => publicForm('newsletter'), []);
  const [state, setState] = useState<State>({ status: 'editing' });
  const [emailError, setEmailError] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const email = String(fields.get('email')).trim();
    const problem = emailErrorOf(email);
    setEmailError(problem);
    if (problem !== undefined) return focusOn(event.currentTarget.querySelector('input[type="email"]'));
    if (state.status === 'sending') return;
    setState({ status: 'sending' });
    try {
      await form.send('/api/newsletter/subscribe', {
        email,
        status: 'subscribed',
        website: String(fields.get('website')),
      });
      setState({ status: 'joined' });
    } catch (error) {
      const message = hasStatus(error, 400, 429) ? messageOf(error) : NEWSLETTER.failed;
      setState({ status: 'failed', message });
    }
  };

  if (state.status === 'joined') return <Notice kind="success">{NEWSLETTER.done}</Notice>;
  return (
    <form onSubmit={submit} noValidate onFocus={form.prepare} className={classes.form}>
      {state.status === 'failed' && <Notice kind="error">{state.message}</Notice>}
      <div className={classes.row}>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          error={emailError}
          onChange={() => setEmailError(undefined)}
        />
        <Honeypot />
        <Button type="submit" size="lg" loading={state.status === 'sending'}>
          Get early access
        </Button>
      </div>
      <p className={common.quiet}>We send email only when we have news. You can unsubscribe at any time.</p>
    </form>
  );
}

function emailErrorOf(email: string): string | undefined {
  if (email === '') return FORGOT_PASSWORD.required;
  return email.includes('@') ? undefined : FORGOT_PASSWORD.invalid;
}
