import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from '../../../../shared/ui/field.tsx';
import classes from './form.module.css';

/** A password field with a reveal button. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      className={classes.password}
      trailing={
        <button
          type="button"
          className={classes.reveal}
          aria-label="Show password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} stroke={1.6} />
        </button>
      }
    />
  );
}
