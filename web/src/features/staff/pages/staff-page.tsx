import { Button, Modal, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { useQueryState } from 'nuqs';
import { messageOr } from '../../../shared/http/errors.ts';
import { MUTATION } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Page } from '../../../shared/ui/page.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { AuditTrail } from '../../audit/components/audit-trail.tsx';
import { useUser } from '../../session/context.ts';
import { useChangeStaff } from '../api/change-staff.ts';
import { useStaff } from '../api/list-staff.ts';
import { InviteStaffForm } from '../components/invite-staff-form.tsx';
import { nameOfMember, StaffTable } from '../components/staff-table.tsx';

/** The words of changes that have none of their own leave sooner (spec 000 §8). */
const DONE_MS = 3_000;
const SHOWN_MS = 5_000;

/** /SuperAdminPortal/staff: invite, change roles, deactivate. */
export function Component() {
  const { data, error, refetch } = useStaff();
  const change = useChangeStaff();
  const { notice, show } = useNotice();
  const [inviting, { open, close }] = useDisclosure();
  const self = useUser()?.userId;
  const [audited, setAudited] = useQueryState('audit');
  const shown = data?.find(({ id }) => id === audited);
  return (
    <Page
      title="Staff"
      subtitle="The people who run this platform, and what they may do."
      action={
        <Button leftSection={<IconUserPlus size={16} stroke={1.7} />} onClick={open}>
          Invite staff
        </Button>
      }
    >
      <NoticeAlert notice={notice} />
      {error && !data ? (
        <ErrorState title="Error Loading Staff" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={240} role="status" aria-label="Loading staff" />
      ) : (
        <StaffTable
          staff={data}
          self={self}
          busy={change.isPending ? change.variables.id : undefined}
          onAudit={(id) => void setAudited(id)}
          onChange={(id, fields) =>
            change.mutate(
              { id, ...fields },
              {
                onSuccess: () => show({ kind: 'success', text: MUTATION.done, forMs: DONE_MS }),
                onError: (problem) => show({ kind: 'error', text: messageOr(problem, MUTATION.failed) }),
              },
            )
          }
        />
      )}
      <Modal
        opened={shown !== undefined}
        onClose={() => void setAudited(null)}
        title={shown && nameOfMember(shown)}
        size="lg"
      >
        {shown && <AuditTrail entity={`user:${shown.id}`} />}
      </Modal>
      <Modal opened={inviting} onClose={close} title="Invite staff">
        <InviteStaffForm
          onInvited={(text) => {
            close();
            show({ kind: 'success', text, forMs: SHOWN_MS });
          }}
        />
      </Modal>
    </Page>
  );
}
