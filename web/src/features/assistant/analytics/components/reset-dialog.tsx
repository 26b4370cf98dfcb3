import { RESET_CONFIRMATION } from '@landline/api/assistant/analytics/contract';
import { messageOr } from '../../../../shared/http/errors.ts';
import { ANALYTICS } from '../../../../shared/messages.ts';
import { ConfirmDialog } from '../../../../shared/ui/confirm-dialog.tsx';
import { useResetAnalytics } from '../api/commands.ts';

interface ResetDialogProps {
  clientId: string;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Asks for the confirmation word before resetting (spec 002 §5). */
export function ResetDialog({ clientId, onDone, onClose }: ResetDialogProps) {
  const reset = useResetAnalytics(clientId);
  return (
    <ConfirmDialog
      title="Reset Analytics Data"
      action="Reset data"
      confirmWord={RESET_CONFIRMATION}
      isPending={reset.isPending}
      error={reset.error ? messageOr(reset.error, ANALYTICS.resetFailed) : undefined}
      onConfirm={() =>
        reset.mutate(RESET_CONFIRMATION, {
          onSuccess: ({ message }) => onDone(message ?? ANALYTICS.resetDone),
        })
      }
      onClose={onClose}
    >
      All analytics restart from zero. Conversations, billing usage and the event log are kept.
    </ConfirmDialog>
  );
}
