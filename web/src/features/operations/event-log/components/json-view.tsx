import { MISSING } from '../../../../shared/format.ts';
import classes from './event-log.module.css';

/** Maximum number of characters shown. */
const MAX_CHARACTERS = 20_000;

export function JsonView({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, undefined, 2) ?? MISSING;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.json} aria-label={label} tabIndex={0}>
      {text.length > MAX_CHARACTERS
        ? `${text.slice(0, MAX_CHARACTERS)}\n… ${text.length.toLocaleString('en-US')} characters in total; export the events to see all`
        : text}
    </section>
  );
}
