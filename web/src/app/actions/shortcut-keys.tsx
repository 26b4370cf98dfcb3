import classes from './shortcut-keys.module.css';

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Renders a shortcut as key caps. */
export function ShortcutKeys({ shortcut }: { shortcut: string }) {
  return (
    <span className={classes.keys}>
      {shortcut.split(/[ +]/).map((key) => (
        <kbd key={key} className={classes.key}>
          {key === 'mod' ? MOD : key.toUpperCase()}
        </kbd>
      ))}
    </span>
  );
}
