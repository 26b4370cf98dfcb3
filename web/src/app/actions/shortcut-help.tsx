import { Modal } from '@mantine/core';
import type { Action } from './actions.ts';
import { Keys } from './keys.tsx';
import classes from './shortcut-help.module.css';

interface ShortcutHelpProps {
  actions: readonly Action[];
  opened: boolean;
  onClose: () => void;
}

/** Every shortcut there is, from the registry. */
export function ShortcutHelp({ actions, opened, onClose }: ShortcutHelpProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl className={classes.list}>
        {actions.map(
          ({ id, label, shortcut }) =>
            shortcut && (
              <div key={id} className={classes.row}>
                <dt>{label}</dt>
                <dd>
                  <Keys shortcut={shortcut} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </Modal>
  );
}
