import {
  CONTACT_REQUEST_FAILED,
  CONTACT_REQUEST_SENT,
  type ContactRequestForm,
  contactRequestForm,
} from '@landline/api/public-site/contact/contract';
import { useMemo, useRef } from 'react';
import { hasStatus, messageOf } from '../../../../shared/http/errors.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextAreaField, TextField } from '../../../../shared/ui/field.tsx';
import { Notice } from '../../../../shared/ui/notice.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { StaticPage } from '../../marketing/components/static-page.tsx';
import { publicForm } from '../api/public-form.ts';
import { Honeypot } from '../components/honeypot.tsx';
import classes from './sales-quote-page.module.css';

/** Time the success message stays visible, in milliseconds (spec 000 §8). */
const SUCCESS_MS = 5_000;

/** 'Get in Touch', the sales contact form (spec 000 §2, §4). */
export function Component() {
  const quote = useMemo(() => publicForm('quote'), []);
  const form = useRef<HTMLFormElement>(null);
  const { notice, show, dismiss } = useNotice();
  const { field, formState, handleSubmit, reset } = useZodForm(contactRequestForm, {
    defaultValues: { firstName: '', lastName: '', email: '', company: '', phoneNumber: '', comments: '' },
  });
  const { isSubmitting } = formState;

  const send = async (fields: ContactRequestForm) => {
    dismiss();
    const website = String(form.current ? new FormData(form.current).get('website') : '');
    try {
      await quote.send('/api/quotes/submit-quote', { ...fields, website });
      reset();
      show({ kind: 'success', text: CONTACT_REQUEST_SENT, forMs: SUCCESS_MS });
    } catch (error) {
      show({ kind: 'error', text: hasStatus(error, 429) ? messageOf(error) : CONTACT_REQUEST_FAILED });
    }
  };

  return (
    <StaticPage
      title="Get in Touch"
      lead="Tell us what you are looking for. Our sales team will reply with a quote or a question."
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
          <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
        <div className={classes.pair}>
          <TextField label="Company" autoComplete="organization" {...field('company')} />
          <TextField
            label="Phone number"
            hint="optional"
            type="tel"
            autoComplete="tel"
            {...field('phoneNumber')}
          />
        </div>
        <TextAreaField label="Comments" hint="optional" {...field('comments')} />
        <Honeypot />
        {notice && <Notice kind={notice.kind}>{notice.text}</Notice>}
        <Button type="submit" size="lg" loading={isSubmitting} className={classes.send}>
          {isSubmitting ? 'Sending...' : 'Send message'}
        </Button>
      </form>
    </StaticPage>
  );
}
