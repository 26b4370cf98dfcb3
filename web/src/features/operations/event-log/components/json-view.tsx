import { formatCount, MISSING } from '../../../../shared/format.ts';
import classes from './event-log.module.css';

/** Maximum number of characters shown. */
const MAX_CHARACTERS = 20_000;

interface JsonViewProps {
  label: string;
  value: unknown;
  /** True if an export of the event contains the value. */
  isExported?: boolean;
}

export function JsonView({ label, value, isExported = false }: JsonViewProps) {
  const text = JSON.stringify(value, undefined, 2) ?? MISSING;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section className={classes.json} aria-label={label} tabIndex={0}>
      {text.length > MAX_CHARACTERS
        ? `${text.slice(0, MAX_CHARACTERS)}…\n\n${truncationNote(text.length)}${isExported ? ' Export the events to see the rest.' : ''}`
        : text}
    </section>
  );
}

const truncationNote = (length: number) =>
  `Showing the first ${formatCount(MAX_CHARACTERS)} of ${formatCount(length)} characters.`;
