import type { WidgetVersion } from '@landline/api/assistant/widget/contract';
import { Group, NativeSelect } from '@mantine/core';
import { parseAsString, useQueryStates } from 'nuqs';
import { formatDate } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { differencesBetween, type VersionContent } from '../version-differences.ts';

/** Option value of the current settings. */
const CURRENT = 'now';

interface VersionComparisonProps {
  versions: readonly WidgetVersion[];
  current: VersionContent;
}

/** Compares two versions, or a version with the current settings. */
export function VersionComparison({ versions, current }: VersionComparisonProps) {
  const [{ compare, against }, set] = useQueryStates(
    {
      compare: parseAsString.withDefault(versions[0]?.versionId ?? CURRENT),
      against: parseAsString.withDefault(versions[1]?.versionId ?? CURRENT),
    },
    // Keeps the selection when a new version becomes the first in the list.
    { clearOnDefault: false },
  );
  const contentOf = (id: string) => versions.find(({ versionId }) => versionId === id) ?? current;
  const currentChoice = { value: CURRENT, label: 'Current settings' };
  const choices = [
    currentChoice,
    ...versions.map(({ versionId, description, createdAt }) => ({
      value: versionId,
      label: `${description}, ${formatDate(createdAt)}`,
    })),
  ];
  /** Several versions of a day may have the same description, so columns also name the time. */
  const labelOf = (id: string) => (choices.find(({ value }) => value === id) ?? currentChoice).label;
  const differences = differencesBetween(contentOf(compare), contentOf(against));
  return (
    <Card title="Compare Versions">
      <Group gap="md" align="end" mb="md">
        <NativeSelect
          flex="1 1 220px"
          miw={0}
          label="Version"
          data={choices}
          value={compare}
          onChange={({ currentTarget }) => void set({ compare: currentTarget.value })}
        />
        <NativeSelect
          flex="1 1 220px"
          miw={0}
          label="Compared with"
          data={choices}
          value={against}
          onChange={({ currentTarget }) => void set({ against: currentTarget.value })}
        />
      </Group>
      {differences.length === 0 ? (
        <p className={common.quiet} role="status">
          No differences.
        </p>
      ) : (
        <DataTable
          label="Differences"
          columns={[
            { header: 'Setting', cell: ({ field }) => field },
            {
              header: labelOf(compare),
              cell: ({ first }) => first,
              className: common.wrap,
              isLabeled: true,
            },
            {
              header: labelOf(against),
              cell: ({ second }) => second,
              className: common.wrap,
              isLabeled: true,
            },
          ]}
          rows={differences}
          keyOf="field"
          scrolls
          stacks
        />
      )}
    </Card>
  );
}
