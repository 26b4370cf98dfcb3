import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './field.module.css';

interface FieldLayoutProps {
  label: string;
  error?: string | undefined;
  /** Shown beside the label. */
  hint?: string | undefined;
}

type TextFieldProps = ComponentProps<'input'> & FieldLayoutProps & { trailing?: ReactNode };

/** A labeled input without the component library. */
export function TextField({ label, error, hint, trailing, className = '', ...rest }: TextFieldProps) {
  const { id, describedBy, frame } = useFieldLayout({ label, error, hint }, rest.id);
  return frame(
    <span className={classes.control} data-invalid={error !== undefined || undefined}>
      <input
        {...rest}
        id={id}
        className={`${classes.input} ${className}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy}
      />
      {trailing}
    </span>,
  );
}

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldLayoutProps;

export function TextAreaField({ label, error, hint, className = '', ...rest }: TextAreaFieldProps) {
  const { id, describedBy, frame } = useFieldLayout({ label, error, hint }, rest.id);
  return frame(
    <span className={classes.control} data-invalid={error !== undefined || undefined}>
      <textarea
        {...rest}
        id={id}
        className={`${classes.input} ${classes.area} ${className}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy}
      />
    </span>,
  );
}

function useFieldLayout({ label, error, hint }: FieldLayoutProps, givenId?: string) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const describedBy = error === undefined ? undefined : `${id}-error`;
  const frame = (control: ReactNode) => (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
      </label>
      {control}
      {error !== undefined && (
        <p id={describedBy} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
  return { id, describedBy, frame };
}
