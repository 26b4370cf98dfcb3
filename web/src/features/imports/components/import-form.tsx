import { zodResolver } from '@hookform/resolvers/zod';
import {
  type CreateImportBody,
  createImportBody,
  type MappingOverrides,
  type Preview,
  type ProfileName,
} from '@landline/api/imports/contract';
import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../shared/http/errors.ts';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useExistingDataset } from '../../datasets/api/list-datasets.ts';
import { HUB } from '../../datasets/paths.ts';
import { useCreateImport } from '../api/create-import.ts';
import { usePreview } from '../api/preview-import.ts';
import { datasetFields, fieldsOf, suggestDataset } from '../dataset-fields.ts';
import { startUpload } from '../uploads.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { DatasetFieldset } from './dataset-fieldset.tsx';
import classes from './import-form.module.css';
import { SampleRows } from './sample-rows.tsx';

interface ImportFormProps {
  file: File;
  /** The key of the dataset that it goes into, where that is known. */
  datasetKey: string | null;
}

/** How a file will be read, and where it goes. Starts the upload and leads to its progress. */
export function ImportForm({ file, datasetKey }: ImportFormProps) {
  const [profile, setProfile] = useState<ProfileName>();
  const [mapping, setMapping] = useState<MappingOverrides>({});
  const { data, error, isFetching, isPlaceholderData, refetch } = usePreview({ file, profile, mapping });
  if (!data) {
    if (error) {
      return (
        <ErrorState title="This file could not be previewed" error={error} onRetry={() => void refetch()} />
      );
    }
    return (
      <div role="status" aria-label="Reading the file" className={classes.sections}>
        <Skeleton height={220} />
        <Skeleton height={320} />
      </div>
    );
  }
  return (
    <PreviewedForm
      file={file}
      datasetKey={datasetKey}
      preview={data}
      profile={profile}
      mapping={mapping}
      columns={
        <ColumnMapping
          preview={data}
          busy={isFetching && isPlaceholderData}
          onProfile={(next) => {
            setProfile(next);
            setMapping({});
          }}
          onColumn={(column, field) => setMapping((known) => ({ ...known, [column]: field }))}
        />
      }
    />
  );
}

interface PreviewedFormProps extends ImportFormProps {
  preview: Preview;
  /** What was chosen instead of what was recognised. */
  profile: ProfileName | undefined;
  mapping: MappingOverrides;
  columns: ReactNode;
}

function PreviewedForm({ file, datasetKey, preview, profile, mapping, columns }: PreviewedFormProps) {
  const navigate = useNavigate();
  const create = useCreateImport();
  const form = useForm({
    resolver: zodResolver(datasetFields),
    defaultValues: {
      ...suggestDataset(file.name, preview.profile),
      ...(datasetKey !== null && { dataset_key: datasetKey }),
    },
    mode: 'onTouched',
  });
  const existing = useExistingDataset(form.watch('dataset_key'));

  const submit = form.handleSubmit(async (fields) => {
    const body: CreateImportBody = createImportBody.parse({
      ...(existing ? fieldsOf(existing) : fields),
      file_name: file.name,
      file_bytes: file.size,
      profile: profile ?? preview.profile,
      mapping,
    });
    const created = await create.mutateAsync(body).catch(() => undefined);
    if (!created) return;
    startUpload(created, file);
    await navigate(`${HUB}/imports/${created.import_id}`);
  });

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className={classes.sections}>
        {preview.problems.length > 0 && (
          <Alert color="red" title="This file cannot be imported yet">
            <ul className={classes.problems}>
              {preview.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Alert>
        )}
        <DatasetFieldset existing={existing} />
        {columns}
        <SampleRows preview={preview} />
        <div className={classes.submit}>
          {create.error && (
            <p role="alert" className={classes.error}>
              {messageOf(create.error)} Nothing was uploaded.
            </p>
          )}
          <Group gap="xs">
            <Button type="submit" size="md" loading={create.isPending} disabled={preview.problems.length > 0}>
              Start import
            </Button>
          </Group>
        </div>
      </form>
    </FormProvider>
  );
}
