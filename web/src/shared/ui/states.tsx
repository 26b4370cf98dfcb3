import { type Icon, IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf, messageOr } from '../http/errors.ts';
import { Button } from './button.tsx';
import classes from './states.module.css';

interface EmptyStateProps {
  title: string;
  /** `h1` when the page shows nothing else. */
  as?: 'h1' | 'p';
  children?: ReactNode;
  icon?: Icon;
  action?: ReactNode;
}

/** Explains why a panel is empty and what to do next. */
export function EmptyState({ title, as: Title = 'p', children, icon: Icon, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      {Icon && (
        <div className={classes.icon}>
          <Icon size={24} stroke={1.5} />
        </div>
      )}
      <Title className={classes.title}>{title}</Title>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** Shows why loading failed, with a Retry button. */
export function ErrorState({
  title,
  error,
  onRetry,
  back,
  fallbackMessage,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** Link back. */
  back?: ReactNode;
  /** Text when the server sends no message. */
  fallbackMessage?: string;
}) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        icon={IconAlertTriangle}
        action={
          <>
            <Button variant="default" onClick={onRetry}>
              <IconRefresh size={16} /> Retry
            </Button>
            {back}
          </>
        }
      >
        {fallbackMessage === undefined ? messageOf(error) : messageOr(error, fallbackMessage)}
      </EmptyState>
    </div>
  );
}
