import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCheck,
  IconCreditCard,
  IconInfoCircle,
  IconWorldDownload,
  IconX,
} from '@tabler/icons-react';
import type { Notification, NotificationType } from '../store.ts';

export const COLORS: Record<NotificationType, string> = {
  success: 'green',
  error: 'red',
  warning: 'yellow',
  info: 'violet',
};

const OF_TYPE = { success: IconCheck, error: IconX, warning: IconAlertTriangle, info: IconInfoCircle };
const OF_CATEGORY: Record<string, typeof IconCheck> = {
  client: IconBuildingStore,
  scraping: IconWorldDownload,
  billing: IconCreditCard,
};

/** Returns a notification's icon: its category's, else its type's. */
export function iconOf(
  { type, category }: { type: NotificationType; category?: Notification['category'] | undefined },
  size: number,
) {
  const Icon = OF_CATEGORY[category ?? ''] ?? OF_TYPE[type];
  return <Icon size={size} stroke={1.7} aria-hidden="true" />;
}
