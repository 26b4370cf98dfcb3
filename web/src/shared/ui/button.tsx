import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import classes from './button.module.css';

interface Look {
  /** Use `primary` once per view. */
  variant?: 'primary' | 'default' | 'subtle';
  size?: 'md' | 'lg';
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  Look & { className?: string | undefined; loading?: boolean };

/** Button for pages that load without the component library. */
export function Button({
  variant = 'primary',
  size = 'md',
  loading = false,
  type = 'button',
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${classes.button} ${className}`}
      data-variant={variant}
      data-size={size}
      aria-busy={loading || undefined}
      // Not `disabled`, which would take the focus away from the button.
      aria-disabled={loading || rest['aria-disabled'] || undefined}
      onClick={loading ? (event) => event.preventDefault() : rest.onClick}
    >
      {children}
    </button>
  );
}

/** A link that looks like a button. Use `href` for URLs outside the app. */
export function ButtonLink({
  variant = 'primary',
  size = 'md',
  className = '',
  ...rest
}: Look & { className?: string | undefined } & (
    | ComponentProps<typeof Link>
    | ({ to?: undefined } & ComponentProps<'a'>)
  )) {
  const look = {
    className: `${classes.button} ${className}`,
    'data-variant': variant,
    'data-size': size,
  };
  return rest.to === undefined ? <a {...rest} {...look} /> : <Link {...rest} {...look} />;
}
