import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCheck,
  IconCreditCard,
  IconInfoCircle,
  IconWorldDownload,
  IconX,
} from '@tabler/icons-react';
import type { NotificationType } from '../store.ts';

export const COLORS: Record<NotificationType, string> = {
  success: 'green',
  error: 'red',
  warning: 'yellow',
  info: 'violet',
};

const TYPE_ICONS = { success: IconCheck, error: IconX, warning: IconAlertTriangle, info: IconInfoCircle };
const CATEGORY_ICONS: Record<string, typeof IconCheck> = {
  client: IconBuildingStore,
  scraping: IconWorldDownload,
  billing: IconCreditCard,
};

/** Returns a notification's icon: its category's, else its type's. */
export function iconOf({ type, category }: { type: NotificationType; category?: string | undefined }) {
  const Icon = CATEGORY_ICONS[category ?? ''] ?? TYPE_ICONS[type];
  return <Icon size={18} stroke={1.7} aria-hidden="true" />;
}
