import { SPECIAL_CHARACTER } from '@landline/api/identity/sessions/contract';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import common from './common.module.css';
import classes from './password-strength.module.css';

/** Minimum length of the five checks, in characters. */
const CHECKED_LENGTH = 8;

const CHECKS: readonly { label: string; isMet: (password: string) => boolean }[] = [
  { label: `At least ${CHECKED_LENGTH} characters`, isMet: (password) => password.length >= CHECKED_LENGTH },
  { label: 'An uppercase letter', isMet: (password) => /[A-Z]/.test(password) },
  { label: 'A lowercase letter', isMet: (password) => /[a-z]/.test(password) },
  { label: 'A number', isMet: (password) => /[0-9]/.test(password) },
  { label: 'A special character', isMet: (password) => SPECIAL_CHARACTER.test(password) },
];

const LABELS = ['', 'Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/**
 * Rates a password by the five checks of spec 000 §5. If `minimum` is more than eight characters, the API rejects a
 * shorter password, so it never rates above Weak.
 */
export function strengthOf(password: string, minimum = CHECKED_LENGTH) {
  const met = CHECKS.map(({ isMet }) => isMet(password));
  const isTooShort = minimum > CHECKED_LENGTH && password.length < minimum;
  const count = Math.min(met.filter(Boolean).length, isTooShort ? LABELS.lastIndexOf('Weak') : CHECKS.length);
  return { met, count, label: LABELS[count] ?? '' };
}

interface PasswordStrengthProps {
  password: string;
  /** The repeated password; adds a check that both match. */
  confirmation?: string;
  /** Minimum length, if greater than the indicator's eight characters. */
  minimum?: number;
}

/** Shows a new password's strength: bar, label and checks. */
export function PasswordStrength({
  password,
  confirmation,
  minimum = CHECKED_LENGTH,
}: PasswordStrengthProps) {
  const { met, count, label } = strengthOf(password, minimum);
  const checks = CHECKS.map((check, index) => ({ label: check.label, isMet: met[index] ?? false }));
  if (minimum > CHECKED_LENGTH) {
    checks[0] = { label: `At least ${minimum} characters`, isMet: password.length >= minimum };
  }
  if (confirmation !== undefined) {
    checks.push({ label: 'Passwords match', isMet: password !== '' && password === confirmation });
  }
  return (
    <div className={classes.strength}>
      <div className={classes.bar} aria-hidden="true">
        {CHECKS.map((check, index) => (
          <span key={check.label} data-met={index < count || undefined} data-count={count} />
        ))}
      </div>
      <p className={classes.label} aria-live="polite">
        Password strength: <strong>{label || 'none'}</strong>
      </p>
      <ul className={classes.checks}>
        {checks.map(({ label, isMet }) => (
          <li key={label} data-met={isMet || undefined}>
            {isMet ? <IconCheck size={14} aria-hidden="true" /> : <IconPoint size={14} aria-hidden="true" />}
            {label}
            <span className={common.hidden}>{isMet ? ': met' : ': not met'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
