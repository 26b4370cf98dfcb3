import classes from './shortcut-keys.module.css';

const NAMES: Readonly<Record<string, string>> = {
  mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
};

/** Renders a shortcut as key caps. */
export function ShortcutKeys({ shortcut }: { shortcut: string }) {
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
