import {
  IconCpu,
  IconDatabaseHeart,
  IconDeviceDesktopAnalytics,
  IconListSearch,
  IconShieldCheck,
  IconUserX,
} from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../shared/ui/link-card.tsx';

/** Leads to the four system pages (spec 000 §2). */
export function SystemConfiguration() {
  return (
    <LinkCards label="System pages">
      <LinkCard title="Database Health" to="/SuperAdminPortal/database-health" icon={IconDatabaseHeart}>
        The database, how far each read model is, and events that could not be applied.
      </LinkCard>
      <LinkCard title="AI System Configuration" to="/SuperAdminPortal/ai-system-config" icon={IconCpu}>
        The models of the assistant and what they use.
      </LinkCard>
      <LinkCard
        title="Client System Status"
        to="/SuperAdminPortal/client-system-status"
        icon={IconDeviceDesktopAnalytics}
      >
        Clients, their plans and their products.
      </LinkCard>
      <LinkCard
        title="Security Configuration"
        to="/SuperAdminPortal/security-configuration"
        icon={IconShieldCheck}
      >
        How sign-in and requests are protected.
      </LinkCard>
      <LinkCard title="Audit" to="/SuperAdminPortal/audit" icon={IconListSearch}>
        Everything that anyone ever did: find it, replay it, take it along.
      </LinkCard>
      <LinkCard title="Erasure" to="/SuperAdminPortal/erasure" icon={IconUserX}>
        People who ask to be forgotten, and how long conversations are kept.
      </LinkCard>
    </LinkCards>
  );
}
