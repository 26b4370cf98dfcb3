import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf, messageOr } from '../http/errors.ts';
import { Button } from './button.tsx';
import classes from './states.module.css';

interface MessageProps {
  title: string;
  /** The title is the page's own where there is nothing else on it. */
  as?: 'h1' | 'p';
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

/** Says in the middle of a panel why there is nothing to see, and what to do next. */
export function EmptyState({ title, as: Title = 'p', children, icon, action }: MessageProps) {
  return (
    <div className={classes.state}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Title className={classes.title}>{title}</Title>
      {children && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** A load that failed, with what was said about it and Retry. */
export function ErrorState({
  title,
  error,
  onRetry,
  back,
  otherwise,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** The way back to where one came from. */
  back?: ReactNode;
  /** What is said where the server says nothing. */
  otherwise?: string;
}) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        icon={<IconAlertTriangle size={24} stroke={1.5} />}
        action={
          <>
            <Button variant="default" onClick={onRetry}>
              <IconRefresh size={16} /> Retry
            </Button>
            {back}
          </>
        }
      >
        {otherwise === undefined ? messageOf(error) : messageOr(error, otherwise)}
      </EmptyState>
    </div>
  );
}
