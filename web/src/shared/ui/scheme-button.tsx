import { IconMoon, IconSun } from '@tabler/icons-react';
import { useColorScheme } from '../color-scheme.ts';
import classes from './scheme-button.module.css';

/** Color scheme switch without the component library. */
export function SchemeButton() {
  const { dark, toggle } = useColorScheme();
  return (
    <button
      type="button"
      className={classes.button}
      onClick={toggle}
      aria-label={dark ? 'Switch to light mode' : 'Switch to dark mode'}
    >
      {dark ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
    </button>
  );
}
