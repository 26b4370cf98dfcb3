import type { WidgetVersion } from '@landline/api/widget/contract';
import { Anchor, Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { EMPTY, WIDGET } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useBranding } from '../api/branding.ts';
import { useConfiguration, useCreateVersion, useSetDefaultVersion, useVersions } from '../api/of-client.ts';
import { VersionComparison } from '../components/version-comparison.tsx';
import classes from '../components/widget.module.css';
import { differencesBetween, type Kept } from '../differences.ts';

const SHOWN_MS = 5_000;

/** Snapshots of the widget; the default one is what the client's sites get (spec 002 §4). */
export function Versions({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useVersions(clientId);
  const { data: branding } = useBranding(clientId);
  const { data: configuration } = useConfiguration(clientId);
  const now = branding && configuration && { branding, configuration };
  const create = useCreateVersion(clientId);
  const setDefault = useSetDefaultVersion(clientId);
  const { notice, show } = useNotice();
  const [description, setDescription] = useState('');
  const keep = () =>
    create.mutate(
      { description },
      {
        onSuccess: ({ versionId }) => {
          setDescription('');
          show({ kind: 'success', text: WIDGET.versionCreated(versionId), forMs: SHOWN_MS });
        },
        onError: (failed) =>
          show({ kind: 'error', text: messageOr(failed, WIDGET.versionFailed), forMs: SHOWN_MS }),
      },
    );
  const choose = (versionId: string) =>
    setDefault.mutate(
      { versionId },
      {
        onSuccess: () => show({ kind: 'success', text: WIDGET.defaultSet, forMs: SHOWN_MS }),
        onError: (failed) =>
          show({ kind: 'error', text: messageOr(failed, WIDGET.defaultFailed), forMs: SHOWN_MS }),
      },
    );
  return (
    <div className={classes.stack}>
      <Card title="Create Version">
        <Stack gap="md">
          <p className={classes.quiet}>
            Keeps branding and behavior as they are now. While no version is the default, your sites follow
            the settings; once one is, they show that version.
          </p>
          <TextInput
            label="Description"
            placeholder="Version created on today's date"
            maxLength={200}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
          <NoticeAlert notice={notice} />
          <Group justify="flex-end">
            <Button onClick={keep} loading={create.isPending}>
              Create Version
            </Button>
          </Group>
        </Stack>
      </Card>
      <Card title="Versions">
        {!data ? (
          error ? (
            <ErrorState
              title="The versions could not be loaded"
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton height={160} role="status" aria-label="Loading the versions" />
          )
        ) : data.versions.length === 0 ? (
          <EmptyState title={EMPTY.versions} icon={<IconVersions size={24} stroke={1.5} />} />
        ) : (
          <ul className={classes.versions}>
            {data.versions.map((version) => (
              <VersionRow
                key={version.versionId}
                clientId={clientId}
                version={version}
                now={now}
                isDefault={version.versionId === data.defaultVersionId}
                onChoose={() => choose(version.versionId)}
                choosing={setDefault.isPending}
              />
            ))}
          </ul>
        )}
      </Card>
      {data && data.versions.length > 0 && now && <VersionComparison versions={data.versions} now={now} />}
    </div>
  );
}

interface VersionRowProps {
  clientId: string;
  version: WidgetVersion;
  now: Kept | undefined;
  isDefault: boolean;
  onChoose: () => void;
  choosing: boolean;
}

function VersionRow({ clientId, version, now, isDefault, onChoose, choosing }: VersionRowProps) {
  const differences = now && differencesBetween(version, now);
  const preview = `/ai/widget/test?clientId=${encodeURIComponent(clientId)}&widget_version=${encodeURIComponent(version.versionId)}`;
  return (
    <li className={classes.version}>
      <div>
        <strong>{version.description}</strong> {isDefault && <Tag tone="accent">Default</Tag>}
        <p className={classes.quiet}>
          {formatDate(version.createdAt)}
          {version.createdBy && `, ${version.createdBy}`}
        </p>
        {differences && (
          <details>
            <summary>
              {differences.length === 0
                ? 'As the settings are now'
                : `Differs from the settings in ${differences.length}`}
            </summary>
            <ul>
              {differences.map(({ field, first, second }) => (
                <li key={field}>
                  {field}: {first}, now {second}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <Group gap="xs">
        <Anchor
          href={preview}
          target="_blank"
          rel="noopener"
          size="sm"
          aria-label={`Preview ${version.description}`}
        >
          Preview
        </Anchor>
        <Button
          size="xs"
          variant="default"
          disabled={isDefault || choosing}
          onClick={onChoose}
          aria-label={`Set as Default: ${version.description}`}
        >
          Set as Default
        </Button>
      </Group>
    </li>
  );
}
