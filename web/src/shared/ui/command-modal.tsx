import { Modal, type ModalProps } from '@mantine/core';

/** A modal that cannot be closed while its command is pending, because a closed modal would not show the outcome. */
export const CommandModal = ({ isPending, onClose, ...props }: ModalProps & { isPending: boolean }) => (
  <Modal
    onClose={() => {
      if (!isPending) onClose();
    }}
    closeButtonProps={{ 'aria-label': 'Close', disabled: isPending }}
    {...props}
  />
);
