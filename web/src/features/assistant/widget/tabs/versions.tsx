import type { WidgetVersion } from '@landline/api/assistant/widget/contract';
import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate } from '../../../../shared/format.ts';
import { EMPTY, WIDGET } from '../../../../shared/messages.ts';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useBranding } from '../api/branding.ts';
import {
  useConfiguration,
  useCreateVersion,
  useSetDefaultVersion,
  useVersions,
} from '../api/client-widget.ts';
import { FormFooter } from '../components/form-footer.tsx';
import { VersionComparison } from '../components/version-comparison.tsx';
import classes from '../components/widget.module.css';
import { differencesBetween, type VersionContent } from '../version-differences.ts';

/** Widget versions; the client's websites load the default version (spec 002 §4). */
export function Versions({ clientId }: { clientId: string }) {
  const versions = useVersions(clientId);
  const { data: branding } = useBranding(clientId);
  const { data: configuration } = useConfiguration(clientId);
  const current = branding && configuration && { branding, configuration };
  const create = useCreateVersion(clientId);
  const setDefault = useSetDefaultVersion(clientId);
  const { notice, show } = useNotice();
  const [description, setDescription] = useState('');
  const createVersion = () =>
    create.mutate(
      { description },
      reportOutcome(
        show,
        ({ versionId }) => WIDGET.versionCreated(versionId),
        WIDGET.versionFailed,
        () => setDescription(''),
      ),
    );
  const makeDefault = (versionId: string) =>
    setDefault.mutate({ versionId }, reportOutcome(show, WIDGET.defaultSet, WIDGET.defaultFailed));
  return (
    <div className={classes.stack}>
      <Card title="Create Version">
        <Stack gap="md">
          <p className={common.quiet}>
            Saves the current branding and behavior. The client's websites use the default version, or the
            current settings if no version is the default.
          </p>
          <TextInput
            label="Description"
            description="Leave empty to use “Version created on” and today's date."
            maxLength={200}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
          <FormFooter
            notice={notice}
            label="Create Version"
            isPending={create.isPending}
            onSave={createVersion}
          />
        </Stack>
      </Card>
      <Card title="Versions">
        <QueryBody query={versions} errorTitle="The versions could not be loaded" skeleton={160}>
          {(data) =>
            data.versions.length === 0 ? (
              <EmptyState title={EMPTY.versions} icon={IconVersions} />
            ) : (
              <Stack component="ul" gap={8} className={common.list ?? ''}>
                {data.versions.map((version) => (
                  <VersionRow
                    key={version.versionId}
                    clientId={clientId}
                    version={version}
                    current={current}
                    isDefault={version.versionId === data.defaultVersionId}
                    isSaving={setDefault.isPending}
                    onMakeDefault={() => makeDefault(version.versionId)}
                  />
                ))}
              </Stack>
            )
          }
        </QueryBody>
      </Card>
      {versions.data && versions.data.versions.length > 0 && current && (
        <VersionComparison versions={versions.data.versions} current={current} />
      )}
    </div>
  );
}

interface VersionRowProps {
  clientId: string;
  version: WidgetVersion;
  current: VersionContent | undefined;
  isDefault: boolean;
  isSaving: boolean;
  onMakeDefault: () => void;
}

function VersionRow({ clientId, version, current, isDefault, isSaving, onMakeDefault }: VersionRowProps) {
  const differences = current && differencesBetween(version, current);
  const preview = `/ai/widget/test?clientId=${encodeURIComponent(clientId)}&widget_version=${encodeURIComponent(version.versionId)}`;
  return (
    <li className={`${common.row} ${classes.version}`}>
      <div>
        <strong>{version.description}</strong> {isDefault && <Tag tone="accent">Default</Tag>}
        <p className={common.quiet}>
          {formatDate(version.createdAt)}
          {version.createdBy && `, ${version.createdBy}`}
        </p>
        {differences && (
          <details>
            <summary>
              {differences.length === 0
                ? 'Same as the current settings'
                : `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'} from the current settings`}
            </summary>
            <ul>
              {differences.map(({ field, first, second }) => (
                <li key={field}>
                  {field}: {first}, currently {second}
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
          disabled={isDefault || isSaving}
          onClick={onMakeDefault}
          aria-label={`Set as Default: ${version.description}`}
        >
          Set as Default
        </Button>
      </Group>
    </li>
  );
}
