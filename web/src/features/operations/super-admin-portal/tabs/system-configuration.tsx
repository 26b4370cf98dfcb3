import {
  IconCpu,
  IconDatabaseHeart,
  IconDeviceDesktopAnalytics,
  IconListSearch,
  IconShieldCheck,
  IconUserX,
} from '@tabler/icons-react';
import { LinkCard, LinkCards } from '../../../../shared/ui/link-card.tsx';

/** System Configuration tab: links to the system pages (spec 000 §2). */
export default function SystemConfiguration() {
  return (
    <LinkCards label="System pages">
      <LinkCard title="Database Health" to="/SuperAdminPortal/database-health" icon={IconDatabaseHeart}>
        Database, read models, processes and parked events.
      </LinkCard>
      <LinkCard title="AI System Configuration" to="/SuperAdminPortal/ai-system-config" icon={IconCpu}>
        Assistant models, usage and answer quality.
      </LinkCard>
      <LinkCard
        title="Client System Status"
        to="/SuperAdminPortal/client-system-status"
        icon={IconDeviceDesktopAnalytics}
      >
        Clients, plans, widgets and content.
      </LinkCard>
      <LinkCard
        title="Security Configuration"
        to="/SuperAdminPortal/security-configuration"
        icon={IconShieldCheck}
      >
        Sign-in protection, rate limits and attacks.
      </LinkCard>
      <LinkCard title="Audit" to="/SuperAdminPortal/audit" icon={IconListSearch}>
        Search, replay and export the event log.
      </LinkCard>
      <LinkCard title="Erasure" to="/SuperAdminPortal/erasure" icon={IconUserX}>
        Erasure requests and conversation retention.
      </LinkCard>
    </LinkCards>
  );
}
