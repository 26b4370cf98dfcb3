import { type FormEvent, Fragment, useId } from 'react';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './cookie-preference-manager.module.css';
import { hasOptOutSignal, saveCookiePreferences, useCookiePreferences } from './cookie-preferences.ts';

/** Time the success message stays visible, in milliseconds (spec 000 §9). */
const SUCCESS_MS = 3_000;

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Cookie settings (spec 000 §3): essential cookies are always on; the others are opt-in. */
export function CookiePreferenceManager() {
  const preferences = useCookiePreferences();
  const { notice, show } = useNotice();
  const isOptedOut = hasOptOutSignal();

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    saveCookiePreferences({ analytics: fields.has('analytics'), marketing: fields.has('marketing') });
    show({ kind: 'success', text: 'Your cookie preferences have been saved.', forMs: SUCCESS_MS });
  };

  return (
    <form onSubmit={save} className={classes.manager}>
      {/* Remounts when the choice changes in the banner or in another tab. The button stays and keeps the focus. */}
      <Fragment key={preferences?.date ?? 'none'}>
        <Choice label="Essential" name="essential" checked disabled>
          Sign-in, security and your settings. Always on.
        </Choice>
        <Choice
          label="Analytics"
          name="analytics"
          checked={preferences?.analytics ?? false}
          disabled={isOptedOut}
        >
          Measures which pages people visit, without identifying you.
        </Choice>
        <Choice
          label="Marketing"
          name="marketing"
          checked={preferences?.marketing ?? false}
          disabled={isOptedOut}
        >
          Measures which ads bring people to this site.
        </Choice>
      </Fragment>
      {isOptedOut && (
        <p className={classes.about}>
          Your browser sends the Global Privacy Control signal, so analytics and marketing cookies stay off.
        </p>
      )}
      <div className={classes.end}>
        <Button type="submit">Save preferences</Button>
        {preferences && (
          <span className={classes.date}>Saved on {date.format(new Date(preferences.date))}</span>
        )}
      </div>
      {notice && <Notice kind={notice.kind}>{notice.text}</Notice>}
    </form>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  checked: boolean;
  disabled?: boolean;
  children: string;
}

function Choice({ label, name, checked, disabled = false, children }: ChoiceProps) {
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
