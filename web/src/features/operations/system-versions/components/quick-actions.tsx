import {
  DEFAULT_DESCRIPTION,
  type VersionBody,
  versionBody,
} from '@landline/api/operations/system-versions/contract';
import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { IconCamera, IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { SYSTEM_VERSIONS } from '../../../../shared/messages.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useCreateVersion, useSnapshot } from '../api/commands.ts';
import { VERSION_CONTENTS } from '../labels.ts';
import type { ShowNotice } from '../show-notice.ts';
import classes from './system-versions.module.css';

/** Creates a snapshot or a named version (spec 002 §2). */
export function QuickActions({ showNotice }: { showNotice: ShowNotice }) {
  const [isNaming, setNaming] = useState(false);
  const snapshot = useSnapshot();
  const takeSnapshot = () =>
    snapshot.mutate(undefined, {
      onSuccess: ({ version_name }) => showNotice('success', SYSTEM_VERSIONS.created(version_name)),
      onError: (error) => showNotice('error', messageOr(error, SYSTEM_VERSIONS.snapshotFailed)),
    });
  return (
    <Card title="Quick Actions">
      <p className={common.note}>{VERSION_CONTENTS}</p>
      <Group gap="sm">
        <Button
          leftSection={<IconCamera size={16} stroke={1.7} />}
          onClick={takeSnapshot}
          loading={snapshot.isPending}
        >
          Quick Snapshot
        </Button>
        <Button
          variant="default"
          leftSection={<IconTag size={16} stroke={1.7} />}
          aria-expanded={isNaming}
          onClick={() => setNaming(!isNaming)}
        >
          Named Version
        </Button>
      </Group>
      {isNaming && <NamedVersion showNotice={showNotice} onDone={() => setNaming(false)} />}
    </Card>
  );
}

function NamedVersion({ showNotice, onDone }: { showNotice: ShowNotice; onDone: () => void }) {
  const create = useCreateVersion();
  const { field, handleSubmit } = useZodForm(versionBody, {
    defaultValues: { version_name: '', description: '' } satisfies VersionBody,
  });
  const submit = (body: VersionBody) =>
    create.mutate(body, {
      onSuccess: ({ version_name }) => {
        showNotice('success', SYSTEM_VERSIONS.created(version_name));
        onDone();
      },
      onError: (error) => showNotice('error', messageOr(error, SYSTEM_VERSIONS.createFailed)),
    });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => void handleSubmit(submit)(event)}
      noValidate
      aria-label="Named version"
    >
      <TextInput label="Version name" maxLength={100} data-autofocus {...field('version_name')} />
      <Textarea
        label="Description"
        placeholder={DEFAULT_DESCRIPTION}
        rows={2}
        maxLength={500}
        {...field('description')}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={create.isPending}>
          Create Version
        </Button>
      </Group>
    </form>
  );
}
