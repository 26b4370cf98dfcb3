import { SPECIAL_CHARACTER } from '@landline/api/identity/sessions/contract';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import common from './common.module.css';
import classes from './password-strength.module.css';

const CHECKS: readonly { label: string; isMet: (password: string) => boolean }[] = [
  { label: 'At least 8 characters', isMet: (password) => password.length >= 8 },
  { label: 'An uppercase letter', isMet: (password) => /[A-Z]/.test(password) },
  { label: 'A lowercase letter', isMet: (password) => /[a-z]/.test(password) },
  { label: 'A number', isMet: (password) => /[0-9]/.test(password) },
  { label: 'A special character', isMet: (password) => SPECIAL_CHARACTER.test(password) },
];

const LABELS = ['', 'Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** Rates a password by the five checks of spec 000 §5: strong if it meets at least 3 and has 8 characters. */
export function strengthOf(password: string) {
  const met = CHECKS.map(({ isMet }) => isMet(password));
  const count = met.filter(Boolean).length;
  return { met, count, label: LABELS[count] ?? '', isStrong: count >= 3 && password.length >= 8 };
}

interface PasswordStrengthProps {
  password: string;
  /** The repeated password; adds a check that both match. */
  confirmation?: string;
  /** Minimum length, if greater than the indicator's eight characters. */
  minimum?: number;
}

/** Shows a new password's strength: bar, label and checks. */
export function PasswordStrength({ password, confirmation, minimum = 8 }: PasswordStrengthProps) {
  const { met, count, label, isStrong } = strengthOf(password);
  const checks = CHECKS.map((check, index) => ({ label: check.label, isMet: met[index] ?? false }));
  if (minimum > 8) {
    checks[0] = { label: `At least ${minimum} characters`, isMet: password.length >= minimum };
  }
  if (confirmation !== undefined) {
    checks.push({ label: 'Passwords match', isMet: password !== '' && password === confirmation });
  }
  return (
    <div className={classes.strength} data-strong={isStrong || undefined}>
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
            <span className={common.hidden}>{isMet ? ': yes' : ': not yet'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
