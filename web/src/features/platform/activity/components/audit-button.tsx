import { Button, Modal } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useIsStaff } from '../../session/context.ts';
import { AuditTrail } from './audit-trail.tsx';

/** Opens an entity's history from a list page; for staff. */
export function AuditButton({ entity, title }: { entity: string; title: string }) {
  const [open, setOpen] = useQueryState('audit', parseAsBoolean.withDefault(false));
  if (!useIsStaff('SuperAdmin', 'Admin')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} stroke={1.7} />}
        onClick={() => void setOpen(true)}
      >
        Audit
      </Button>
      <Modal opened={open} onClose={() => void setOpen(null)} title={title} size="lg">
        <AuditTrail entity={entity} />
      </Modal>
    </>
  );
}
