import { zodResolver } from '@hookform/resolvers/zod';
import { type ContactRequestForm, contactRequestForm } from '@landline/api/quotes/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { hasStatus, messageOf } from '../../../shared/http/errors.ts';
import { CONTACT_FORM } from '../../../shared/messages.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { TextAreaField, TextField } from '../../../shared/ui/field.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { publicForm } from '../api/form.ts';
import { Honeypot } from '../components/honeypot.tsx';
import { StaticPage } from '../components/static-page.tsx';
import classes from './sales-quote-page.module.css';

/** What was said about a message that was sent leaves by itself (spec 000 §8). */
const SUCCESS_MS = 5_000;

type Outcome = { kind: 'success' | 'error'; text: string };

/** 'Get in Touch', the sales contact form (spec 000 §2, §4): idle, sending, success (form cleared) or error. */
export function Component() {
  const quote = useMemo(() => publicForm('quote'), []);
  const form = useRef<HTMLFormElement>(null);
  const [outcome, setOutcome] = useState<Outcome>();
  const { register, handleSubmit, reset, formState } = useForm<ContactRequestForm>({
    resolver: zodResolver(contactRequestForm),
    defaultValues: { firstName: '', lastName: '', email: '', company: '', phoneNumber: '', comments: '' },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (outcome?.kind !== 'success') return;
    const timer = setTimeout(() => setOutcome(undefined), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const send = async (fields: ContactRequestForm) => {
    setOutcome(undefined);
    const website = String(form.current ? new FormData(form.current).get('website') : '');
    try {
      await quote.send('/api/quotes/submit-quote', { ...fields, website });
      reset();
      setOutcome({ kind: 'success', text: CONTACT_FORM.sent });
    } catch (error) {
      setOutcome({ kind: 'error', text: hasStatus(error, 429) ? messageOf(error) : CONTACT_FORM.failed });
    }
  };

  return (
    <StaticPage
      title="Get in Touch"
      lead="Tell us what you are looking for. A person reads it, and answers with a quote or a question."
      back="/Contact"
    >
      <form
        ref={form}
        onSubmit={handleSubmit(send)}
        onFocus={quote.prepare}
        noValidate
        className={classes.form}
        aria-label="Contact sales"
      >
        <div className={classes.pair}>
          <TextField
            label="First name"
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </div>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <div className={classes.pair}>
          <TextField
            label="Company"
            autoComplete="organization"
            error={errors.company?.message}
            {...register('company')}
          />
          <TextField
            label="Phone number"
            hint="optional"
            type="tel"
            autoComplete="tel"
            error={errors.phoneNumber?.message}
            {...register('phoneNumber')}
          />
        </div>
        <TextAreaField
          label="Comments"
          hint="optional"
          error={errors.comments?.message}
          {...register('comments')}
        />
        <Honeypot />
        {outcome && <Notice kind={outcome.kind}>{outcome.text}</Notice>}
        <Button type="submit" size="lg" loading={isSubmitting} className={classes.send}>
          {isSubmitting ? 'Sending...' : 'Send message'}
        </Button>
      </form>
    </StaticPage>
  );
}
