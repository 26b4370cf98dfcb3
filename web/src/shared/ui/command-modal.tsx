import { Modal, type ModalProps } from '@mantine/core';
import { useOpenerFocus } from './use-opener-focus.ts';

/** A modal that cannot be closed while its command is pending, because a closed modal would not show the outcome. */
export function CommandModal({ isPending, onClose, ...props }: ModalProps & { isPending: boolean }) {
  useOpenerFocus(props.opened);
  return (
    <Modal
      onClose={() => {
        if (!isPending) onClose();
      }}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isPending }}
      {...props}
    />
  );
}
