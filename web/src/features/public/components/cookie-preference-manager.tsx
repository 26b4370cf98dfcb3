import { type FormEvent, useEffect, useId, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { choose, useCookiePreferences } from '../cookie-preferences.ts';
import classes from './cookie-preference-manager.module.css';

/** Spec 000 §9: cookie preference success. */
const SUCCESS_MS = 3_000;

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Which cookies somebody allows (spec 000 §3): essential ones always, the others only when they say so. */
export function CookiePreferenceManager() {
  const preferences = useCookiePreferences();
  const [saved, setSaved] = useState(0);
  useEffect(() => {
    if (saved === 0) return;
    const timer = setTimeout(() => setSaved(0), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [saved]);

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    choose({ analytics: fields.has('analytics'), marketing: fields.has('marketing') });
    setSaved((count) => count + 1);
  };

  return (
    // A choice that is made elsewhere, in the banner or in another tab, is shown here too.
    <form onSubmit={save} className={classes.manager} key={preferences?.date ?? 'none'}>
      <Choice label="Essential" name="essential" checked disabled>
        Signing in, security, and your settings. Always on.
      </Choice>
      <Choice label="Analytics" name="analytics" checked={preferences?.analytics ?? false}>
        Which pages are read, counted without your name.
      </Choice>
      <Choice label="Marketing" name="marketing" checked={preferences?.marketing ?? false}>
        Which advertisement brought you here.
      </Choice>
      <div className={classes.end}>
        <Button type="submit">Save preferences</Button>
        {preferences && (
          <span className={classes.date}>Your choice of {date.format(new Date(preferences.date))}</span>
        )}
      </div>
      {saved > 0 && <Notice kind="success">Your cookie preferences have been saved.</Notice>}
    </form>
  );
}

function Choice({
  label,
  name,
  checked,
  disabled = false,
  children,
}: {
  label: string;
  name: string;
  checked: boolean;
  disabled?: boolean;
  children: string;
}) {
  const id = useId();
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        name={name}
        defaultChecked={checked}
        disabled={disabled}
        aria-describedby={id}
        aria-label={label}
        className={classes.switch}
      />
      <span>
        <strong className={classes.name}>{label}</strong>
        <span id={id} className={classes.about}>
          {children}
        </span>
      </span>
    </label>
  );
}
