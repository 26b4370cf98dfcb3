import type { StaffChangeBody, StaffMember } from '@landline/api/identity/contract';
import { STAFF_ROLES, type StaffRole } from '@landline/event-schemas';
import { Button, NativeSelect } from '@mantine/core';
import { formatDate } from '../../../shared/format.ts';
import table from '../../../shared/ui/table.module.css';
import { Tag } from '../../../shared/ui/tag.tsx';
import classes from './staff-table.module.css';

interface StaffTableProps {
  staff: readonly StaffMember[];
  /** Who looks: nobody changes their own role or locks themselves out. */
  self: string | undefined;
  busy: string | undefined;
  onChange: (id: string, change: StaffChangeBody) => void;
  onAudit: (id: string) => void;
}

/** The platform's own people, with their roles. */
export function StaffTable({ staff, self, busy, onChange, onAudit }: StaffTableProps) {
  return (
    <div className={table.frame}>
      <table className={`${table.table} ${classes.table}`} aria-label="Staff">
        <thead>
          <tr>
            <th>Name</th>
            <th>Role</th>
            <th>Status</th>
            <th className={classes.optional}>Last login</th>
            <th>
              <span className={table.hidden}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {staff.map((member) => (
            <Row
              key={member.id}
              member={member}
              self={member.id === self}
              busy={member.id === busy}
              onChange={(change) => onChange(member.id, change)}
              onAudit={() => onAudit(member.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  member: StaffMember;
  self: boolean;
  busy: boolean;
  onChange: (change: StaffChangeBody) => void;
  onAudit: () => void;
}

/** What somebody of staff is called. */
export const nameOfMember = ({ firstName, lastName, email }: StaffMember) =>
  `${firstName} ${lastName}`.trim() || email;

function Row({ member, self, busy, onChange, onAudit }: RowProps) {
  const name = nameOfMember(member);
  return (
    <tr>
      <td>
        <div className={classes.name}>
          {name} {self && <Tag>You</Tag>}
        </div>
        <div className={classes.email}>{member.email}</div>
      </td>
      <td>
        {self ? (
          member.role
        ) : (
          <NativeSelect
            aria-label={`Role of ${name}`}
            size="xs"
            className={classes.role}
            data={[...STAFF_ROLES]}
            value={member.role}
            disabled={busy}
            onChange={({ currentTarget }) => onChange({ role: currentTarget.value as StaffRole })}
          />
        )}
      </td>
      <td>
        {member.pending ? (
          <Tag tone="notice">Invited</Tag>
        ) : (
          <Tag tone={member.active ? 'good' : 'quiet'}>{member.active ? 'Active' : 'Inactive'}</Tag>
        )}
      </td>
      <td className={`${classes.optional} num`}>{formatDate(member.lastLogin)}</td>
      <td className={classes.actions}>
        <Button variant="subtle" size="xs" aria-label={`Audit of ${name}`} onClick={onAudit}>
          Audit
        </Button>
        {!self && (
          <Button
            variant="default"
            size="xs"
            loading={busy}
            aria-label={`${member.active ? 'Deactivate' : 'Activate'} ${name}`}
            onClick={() => onChange({ active: !member.active })}
          >
            {member.active ? 'Deactivate' : 'Activate'}
          </Button>
        )}
      </td>
    </tr>
  );
}
