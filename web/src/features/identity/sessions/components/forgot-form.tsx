import { type FormEvent, useState } from 'react';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import type { Notice } from '../../../../shared/notice/use-notice.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import classes from './form.module.css';

interface ForgotFormProps {
  label: string;
  notice: Notice | null;
  sending: boolean;
  onEdit: () => void;
  onSubmit: (email: string) => void;
}

/** Asks for the email address that gets the reset link. */
export function ForgotForm({ label, notice, sending, onEdit, onSubmit }: ForgotFormProps) {
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) onSubmit(email);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <NoticeAlert notice={notice} />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value);
          onEdit();
        }}
      />
      <Button type="submit" size="lg" loading={sending}>
        {label}
      </Button>
    </form>
  );
}
