import classes from './auditor.module.css';

/** So much of a value is read by people; the rest is in the export. */
const MAX = 20_000;

/** Data as it is, indented. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, undefined, 2) ?? 'nothing';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable
    <section className={classes.json} aria-label={label} tabIndex={0}>
      {text.length > MAX
        ? `${text.slice(0, MAX)}\n… ${text.length.toLocaleString('en-US')} characters in all, take the export`
        : text}
    </section>
  );
}
