import { IconMoon, IconSun } from '@tabler/icons-react';
import { useColorScheme } from '../color-scheme.ts';
import classes from './scheme-button.module.css';

/** Light or dark, where the component library is not loaded. */
export function SchemeButton() {
  const { dark, toggle } = useColorScheme();
  return (
    <button
      type="button"
      className={classes.button}
      onClick={toggle}
      aria-label={dark ? 'Switch to light colours' : 'Switch to dark colours'}
    >
      {dark ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
    </button>
  );
}
