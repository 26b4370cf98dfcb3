import { Stack } from '@mantine/core';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { PROTECTED } from '../labels.ts';

/** Data that no rollback changes (spec 002 §2). */
export function ProtectedComponents() {
  return (
    <Card title="Protected Components">
      <p className={common.note}>A rollback never changes the following.</p>
      <Stack component="ul" gap={6} m={0} pl={18}>
        {PROTECTED.map(([name, detail]) => (
          <li key={name}>
            <strong>{name}</strong>: {detail}
          </li>
        ))}
      </Stack>
    </Card>
  );
}
