import { Group, Stack, Text } from '@mantine/core';
import { formatDistance } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { Tag } from '../../../../shared/ui/tag.tsx';
import type { Tank } from '../findings.ts';
import { datesOf } from '../site-dates.ts';

const SOURCE: Record<Tank['contamination_source'], { label: string; tone: 'bad' | 'notice' | 'quiet' }> = {
  LUST: { label: 'LUST on site', tone: 'bad' },
  UST: { label: 'UST on site', tone: 'notice' },
  LUST_NEARBY: { label: 'LUST nearby', tone: 'notice' },
  UST_NEARBY: { label: 'UST nearby', tone: 'quiet' },
};

/** Storage tanks on the parcel and within 800 ft, nearest first (spec 001 §3). */
export function TankList({ tanks }: { tanks: readonly Tank[] }) {
  if (tanks.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" my="xs" className={common.list ?? ''} aria-label="Storage tanks">
      {tanks.map((tank, index) => {
        const { label, tone } = SOURCE[tank.contamination_source];
        const more = [tank.site_address, datesOf(tank)].filter(Boolean).join('; ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source may list the same tank twice
          <Group component="li" key={index} gap="2px 8px" align="baseline" fz="sm">
            <Text span inherit miw={0} style={{ overflowWrap: 'anywhere' }}>
              {tank.facility_name}
            </Text>
            <Tag tone={tone}>{label}</Tag>
            <Text span inherit ml="auto" style={{ whiteSpace: 'nowrap' }} className="num">
              {formatDistance(tank.distance_feet)}
            </Text>
            {more && (
              <Text component="small" c="dimmed" fz="smaller" flex="0 1 100%">
                {more}
              </Text>
            )}
          </Group>
        );
      })}
    </Stack>
  );
}
