import type { CandidateDetail } from '@landline/api/property/candidates/contract';
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconAlertOctagon,
  IconCircleCheck,
  IconClock,
  IconEye,
  IconEyeSearch,
} from '@tabler/icons-react';
import { formatDate, formatScore } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { useBreakdown } from '../../candidates/api/candidates.ts';
import { Facts } from '../../candidates/components/facts.tsx';
import { type Environment, type Finding, findingsOf, type Status } from '../findings.ts';
import classes from './environment-card.module.css';
import { SiteTable } from './site-table.tsx';
import { SourceNote } from './source-note.tsx';
import { TankList } from './tank-list.tsx';

const STATUS: Record<Status, { icon: Icon; label: string; color: string }> = {
  clear: { icon: IconCircleCheck, label: 'Clear', color: 'var(--grade-excellent)' },
  review: { icon: IconEyeSearch, label: 'Review', color: 'var(--grade-borderline)' },
  critical: { icon: IconAlertOctagon, label: 'Critical', color: 'var(--grade-unsuitable)' },
  pending: { icon: IconClock, label: 'Pending', color: 'var(--grade-unrated)' },
};

/** Color scale of the environmental grades (spec 001 §4). */
const GRADE_COLORS = {
  A: 'var(--grade-excellent)',
  B: 'var(--grade-good)',
  C: 'var(--grade-borderline)',
  D: 'var(--grade-poor)',
  E: 'var(--grade-unsuitable)',
  F: 'var(--grade-unsuitable)',
} as const;

/** Environmental due diligence (spec 001 §4): grade, findings and every regulated site within a mile. */
export function EnvironmentCard({ candidate }: { candidate: CandidateDetail }) {
  const { data: breakdown, isPending } = useBreakdown(candidate.id);
  const environment = breakdown?.property_type === 'ios' ? breakdown.environmental : null;
  return (
    <Card
      title={environment?.header ?? 'Environmental Considerations'}
      aside={
        environment?.grade && (
          <span className={classes.grade} style={{ color: GRADE_COLORS[environment.grade] }}>
            Grade {environment.grade}
          </span>
        )
      }
    >
      {environment ? (
        <>
          {environment.grade && <Figures environment={environment} />}
          <Stack component="ul" gap="sm" className={common.list ?? ''}>
            {findingsOf(candidate, environment).map((finding) => (
              <FindingRow key={finding.topic} finding={finding} candidate={candidate} />
            ))}
          </Stack>
        </>
      ) : isPending ? (
        <Skeleton height={160} role="status" aria-label="Loading the environmental findings" />
      ) : (
        <p className={common.quiet}>
          The environmental findings are not available. Reload the page to try again.
        </p>
      )}
      <SiteTable candidate={candidate} />
      {candidate.environment && (
        <Text fz="sm" c="dimmed" mt="sm">
          Assessed {formatDate(candidate.environment.assessed_at)}. Distances are measured from the center of
          the parcel; sites within 300 ft count as on-site.
        </Text>
      )}
    </Card>
  );
}

function Figures({
  environment: { weighted_score, multiplier, facilities_counted },
}: {
  environment: Environment;
}) {
  const reduction = Math.round((1 - multiplier) * 100);
  return (
    <Box pb="md" mb="md" style={{ borderBottom: '1px solid var(--line)' }}>
      <Facts
        facts={[
          { label: 'Weighted score', value: formatScore(weighted_score) },
          { label: 'Multiplier', value: `× ${multiplier}` },
          { label: 'Adjustment', value: reduction === 0 ? '0%' : `−${reduction}%` },
          { label: 'Sites within a mile', value: facilities_counted },
        ]}
      />
    </Box>
  );
}

function FindingRow({ finding, candidate }: { finding: Finding; candidate: CandidateDetail }) {
  const { topic, status, text, isMonitoringOnly, tanks = [], layers, isOwn } = finding;
  const { icon, label, color } = STATUS[status];
  const Mark = isMonitoringOnly ? IconEye : icon;
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="stretch">
      <span className={classes.status} style={{ color }}>
        <Mark
          size={18}
          stroke={1.7}
          aria-label={isMonitoringOnly ? 'Monitoring only' : undefined}
          aria-hidden={!isMonitoringOnly}
        />{' '}
        {label}
      </span>
      <Stack gap={1} flex={1} miw={0}>
        <Text component="strong" fz="xs" fw={450} c="dimmed">
          {topic}
        </Text>
        <span>{text}</span>
        <TankList tanks={tanks} />
        {layers.map((layer) => (
          <SourceNote key={layer.layer_id} candidate={candidate} layer={layer} />
        ))}
        {isOwn && <SourceNote candidate={candidate} />}
      </Stack>
    </Group>
  );
}
