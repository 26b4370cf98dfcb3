import type { StaffMember } from '@landline/api/identity/users/contract';
import { STAFF_ROLES, type StaffRole } from '@landline/event-schemas';
import { Button, Group, NativeSelect } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import { ActiveTag } from '../../../../shared/ui/active-tag.tsx';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { PersonCell } from '../../../../shared/ui/person-cell.tsx';
import table from '../../../../shared/ui/table.module.css';
import { Tag } from '../../../../shared/ui/tag.tsx';

export interface RoleChange {
  member: StaffMember;
  role: StaffRole;
}

interface StaffTableProps {
  staff: readonly StaffMember[];
  /** ID of the current user, who cannot change their own role or deactivate themselves. */
  selfId: string | undefined;
  /** ID of the member whose change is being saved. */
  busyId: string | undefined;
  onChangeRole: (change: RoleChange) => void;
  onChangeActive: (id: string, active: boolean) => void;
  onAudit: (id: string) => void;
}

export const nameOfMember = ({ firstName, lastName, email }: StaffMember) =>
  `${firstName} ${lastName}`.trim() || email;

/** Lists staff with their roles. */
export function StaffTable({
  staff,
  selfId,
  busyId,
  onChangeRole,
  onChangeActive,
  onAudit,
}: StaffTableProps) {
  return (
    <DataTable
      label="Staff"
      rows={staff}
      keyOf={({ id }) => id}
      stacks
      columns={[
        {
          header: 'Name',
          cell: (member) => (
            <PersonCell name={nameOfMember(member)} email={member.email}>
              {member.id === selfId && <Tag>You</Tag>}
            </PersonCell>
          ),
        },
        {
          header: 'Role',
          cell: (member) =>
            member.id === selfId ? (
              member.role
            ) : (
              <NativeSelect
                aria-label={`Role of ${nameOfMember(member)}`}
                size="xs"
                w={128}
                data={[...STAFF_ROLES]}
                value={member.role}
                disabled={busyId !== undefined}
                onChange={({ currentTarget }) =>
                  onChangeRole({ member, role: currentTarget.value as StaffRole })
                }
              />
            ),
        },
        {
          header: 'Status',
          cell: ({ pending, active }) =>
            pending && active ? <Tag tone="notice">Invited</Tag> : <ActiveTag active={active} />,
        },
        {
          header: 'Last login',
          className: `${table.optional} num`,
          cell: ({ lastLogin }) => formatDate(lastLogin),
        },
        {
          header: 'Actions',
          isHeaderHidden: true,
          cell: (member) => {
            const action = member.active ? 'Deactivate' : 'Activate';
            return (
              <Group gap={6}>
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={`Audit of ${nameOfMember(member)}`}
                  onClick={() => onAudit(member.id)}
                >
                  Audit
                </Button>
                {member.id !== selfId && (
                  <Button
                    variant="default"
                    size="xs"
                    loading={member.id === busyId}
                    disabled={busyId !== undefined}
                    aria-label={`${action} ${nameOfMember(member)}`}
                    onClick={() => onChangeActive(member.id, !member.active)}
                  >
                    {action}
                  </Button>
                )}
              </Group>
            );
          },
        },
      ]}
    />
  );
}
