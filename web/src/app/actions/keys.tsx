import classes from './keys.module.css';

const NAMES: Readonly<Record<string, string>> = {
  mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
};

/** A shortcut as keys. */
export function Keys({ shortcut }: { shortcut: string }) {
  return (
    <span className={classes.keys}>
      {shortcut.split(/[ +]/).map((key) => (
        <kbd key={key} className={classes.key}>
          {NAMES[key] ?? key.toUpperCase()}
        </kbd>
      ))}
    </span>
  );
}
