import { Button, Modal, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { MUTATION } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { CommandModal } from '../../../../shared/ui/command-modal.tsx';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { AuditTrail } from '../../../platform/activity/components/audit-trail.tsx';
import { useUser } from '../../../platform/session/context.ts';
import { useChangeStaff, useInviteStaff, useStaff } from '../api/staff.ts';
import { InviteStaffForm } from '../components/invite-staff-form.tsx';
import { nameOfMember, type RoleChange, StaffTable } from '../components/staff-table.tsx';

/** Display time of generic success messages, in milliseconds (spec 000 §8). */
const SUCCESS_MS = 3_000;
const INVITED_MS = 5_000;

/** /SuperAdminPortal/staff: invite, change roles, deactivate. */
export function Component() {
  const query = useStaff();
  const change = useChangeStaff();
  const [roleChange, setRoleChange] = useState<RoleChange | null>(null);
  const invite = useInviteStaff();
  const { notice, show } = useNotice();
  const changed = () => show({ kind: 'success', text: MUTATION.done, forMs: SUCCESS_MS });
  const [inviting, { open, close }] = useDisclosure();
  const selfId = useUser()?.userId;
  const [auditedId, setAuditedId] = useQueryState('audit');
  const auditedMember = query.data?.find(({ id }) => id === auditedId);
  return (
    <Page
      title="Staff"
      subtitle="Platform staff and their roles."
      action={
        <Button leftSection={<IconUserPlus size={16} stroke={1.7} />} onClick={open}>
          Invite staff
        </Button>
      }
    >
      <NoticeAlert notice={notice} />
      <QueryBody
        query={query}
        errorTitle="Error Loading Staff"
        skeleton={<Skeleton height={240} role="status" aria-label="Loading staff" />}
      >
        {(staff) => (
          <StaffTable
            staff={staff}
            selfId={selfId}
            busyId={change.isPending ? change.variables.id : undefined}
            onAudit={(id) => void setAuditedId(id)}
            onChangeRole={(next) => {
              change.reset();
              setRoleChange(next);
            }}
            onChangeActive={(id, active) =>
              change.mutate(
                { id, active },
                {
                  onSuccess: changed,
                  onError: (problem) => show({ kind: 'error', text: messageOr(problem, MUTATION.failed) }),
                },
              )
            }
          />
        )}
      </QueryBody>
      <Modal
        opened={auditedMember !== undefined}
        onClose={() => void setAuditedId(null)}
        title={auditedMember && nameOfMember(auditedMember)}
        size="lg"
      >
        {auditedMember && <AuditTrail entity={`user:${auditedMember.id}`} />}
      </Modal>
      {roleChange && (
        <ConfirmDialog
          title="Change role"
          action="Change role"
          isDestructive={false}
          isPending={change.isPending}
          error={change.error ? messageOr(change.error, MUTATION.failed) : undefined}
          onConfirm={() =>
            change.mutate(
              { id: roleChange.member.id, role: roleChange.role },
              {
                onSuccess: () => {
                  setRoleChange(null);
                  changed();
                },
              },
            )
          }
          onClose={() => setRoleChange(null)}
        >
          Change the role of {nameOfMember(roleChange.member)} from {roleChange.member.role} to{' '}
          {roleChange.role}?
        </ConfirmDialog>
      )}
      <CommandModal
        opened={inviting}
        isPending={invite.isPending}
        onClose={close}
        onExitTransitionEnd={invite.reset}
        title="Invite staff"
      >
        <InviteStaffForm
          invite={invite}
          onInvited={(text) => {
            close();
            show({ kind: 'success', text, forMs: INVITED_MS });
          }}
        />
      </CommandModal>
    </Page>
  );
}
