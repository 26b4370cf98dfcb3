import type { WidgetVersion } from '@landline/api/assistant/widget/contract';
import { Group, NativeSelect } from '@mantine/core';
import { parseAsString, useQueryStates } from 'nuqs';
import { formatDate } from '../../../../shared/format.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { type Difference, differencesBetween, type VersionContent } from '../version-differences.ts';

/** Option value of the current settings. */
const CURRENT = 'now';

const SIDES = [
  { parameter: 'compare', label: 'Version', side: 'first' },
  { parameter: 'against', label: 'Compared with', side: 'second' },
] as const;

interface VersionComparisonProps {
  versions: readonly WidgetVersion[];
  current: VersionContent;
}

/** Compares two versions, or a version with the current settings. */
export function VersionComparison({ versions, current }: VersionComparisonProps) {
  const [selected, set] = useQueryStates(
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
  const differences = differencesBetween(contentOf(selected.compare), contentOf(selected.against));
  return (
    <Card title="Compare Versions">
      <Group gap="md" align="end" mb="md">
        {SIDES.map(({ parameter, label }) => (
          <NativeSelect
            key={parameter}
            flex="1 1 220px"
            miw={0}
            label={label}
            data={choices}
            value={selected[parameter]}
            onChange={({ currentTarget }) => void set({ [parameter]: currentTarget.value })}
          />
        ))}
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
            ...SIDES.map(({ parameter, side }) => ({
              header: labelOf(selected[parameter]),
              cell: (difference: Difference) => difference[side],
              className: common.wrap,
              isLabeled: true,
            })),
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
