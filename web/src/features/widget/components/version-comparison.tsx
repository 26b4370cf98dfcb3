import type { WidgetVersion } from '@landline/api/widget/contract';
import { Group, NativeSelect } from '@mantine/core';
import { parseAsString, useQueryStates } from 'nuqs';
import { formatDate } from '../../../shared/format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ScrollFrame } from '../../../shared/ui/scroll-frame.tsx';
import table from '../../../shared/ui/table.module.css';
import { differencesBetween, type Kept } from '../differences.ts';
import classes from './widget.module.css';

/** The settings as they are stand in the lists beside the versions. */
const NOW = 'now';

interface VersionComparisonProps {
  versions: readonly WidgetVersion[];
  /** The settings as they are. */
  now: Kept;
}

/** In what any two versions differ, or one from the settings as they are. */
export function VersionComparison({ versions, now }: VersionComparisonProps) {
  const [{ compare, against }, set] = useQueryStates(
    {
      compare: parseAsString.withDefault(versions[0]?.versionId ?? NOW),
      against: parseAsString.withDefault(versions[1]?.versionId ?? NOW),
    },
    // What was chosen stays chosen when a newer version becomes the first.
    { clearOnDefault: false },
  );
  const keptOf = (id: string) => versions.find(({ versionId }) => versionId === id) ?? now;
  const nameOf = (id: string) =>
    versions.find(({ versionId }) => versionId === id)?.description ?? 'The settings now';
  const choices = [
    { value: NOW, label: 'The settings now' },
    ...versions.map(({ versionId, description, createdAt }) => ({
      value: versionId,
      label: `${description}, ${formatDate(createdAt)}`,
    })),
  ];
  const differences = differencesBetween(keptOf(compare), keptOf(against));
  return (
    <Card title="Compare Versions">
      <Group gap="md" align="end" mb="md">
        <NativeSelect
          className={classes.compared}
          label="Version"
          data={choices}
          value={compare}
          onChange={({ currentTarget }) => void set({ compare: currentTarget.value })}
        />
        <NativeSelect
          className={classes.compared}
          label="Compared with"
          data={choices}
          value={against}
          onChange={({ currentTarget }) => void set({ against: currentTarget.value })}
        />
      </Group>
      {differences.length === 0 ? (
        <p className={classes.quiet} role="status">
          They are the same.
        </p>
      ) : (
        <ScrollFrame label="Differences">
          <table className={`${table.table} ${table.stacked}`} aria-label="Differences">
            <thead>
              <tr>
                <th>Setting</th>
                <th>{nameOf(compare)}</th>
                <th>{nameOf(against)}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ field, first, second }) => (
                <tr key={field}>
                  <td>{field}</td>
                  <td className={classes.value} data-label={`${nameOf(compare)}:`}>
                    {first}
                  </td>
                  <td className={classes.value} data-label={`${nameOf(against)}:`}>
                    {second}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </Card>
  );
}
