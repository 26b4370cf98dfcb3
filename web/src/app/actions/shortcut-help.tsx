import { Box, Modal } from '@mantine/core';
import type { Action } from './actions.ts';
import classes from './shortcut-help.module.css';
import { ShortcutKeys } from './shortcut-keys.tsx';

interface ShortcutHelpProps {
  actions: readonly Action[];
  opened: boolean;
  onClose: () => void;
}

/** Lists all registered shortcuts. */
export function ShortcutHelp({ actions, opened, onClose }: ShortcutHelpProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Box component="dl" m={0}>
        {actions.map(
          ({ id, label, shortcut }) =>
            shortcut && (
              <div key={id} className={classes.row}>
                <dt>{label}</dt>
                <dd>
                  <ShortcutKeys shortcut={shortcut} />
                </dd>
              </div>
            ),
        )}
      </Box>
    </Modal>
  );
}
