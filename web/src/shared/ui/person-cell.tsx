import type { ReactNode } from 'react';
import table from './table.module.css';

interface PersonCellProps {
  name: string;
  email: string;
  /** Shown beside the name. */
  children?: ReactNode;
}

/** Table cell of a person: name above email. */
export const PersonCell = ({ name, email, children }: PersonCellProps) => (
  <>
    <div className={table.name}>
      {name} {children}
    </div>
    <div className={table.email}>{email}</div>
  </>
);
