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

export const NOTIFICATION_COLORS: Record<NotificationType, string> = {
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

/** Returns the icon of a notification's category or, without one, of its type. */
export function notificationIcon({
  type,
  category,
}: {
  type: NotificationType;
  category?: string | undefined;
}) {
  const Icon = CATEGORY_ICONS[category ?? ''] ?? TYPE_ICONS[type];
  return <Icon size={18} stroke={1.7} aria-hidden="true" />;
}
