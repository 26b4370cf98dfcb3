import { zodResolver } from '@hookform/resolvers/zod';
import {
  type CreateImportBody,
  createImportBody,
  type MappingOverrides,
  type Preview,
  type ProfileName,
} from '@landline/api/property/imports/contract';
import { Alert, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../../shared/http/errors.ts';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { ErrorState } from '../../../../shared/ui/states.tsx';
import { useExistingDataset } from '../../datasets/api/datasets.ts';
import { HUB } from '../../datasets/paths.ts';
import { useCreateImport, usePreview } from '../api/imports.ts';
import { type DatasetFields, datasetFields, fieldsOf, suggestDataset } from '../dataset-fields.ts';
import { startUpload } from '../uploads.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { DatasetFieldset } from './dataset-fieldset.tsx';
import { SampleRows } from './sample-rows.tsx';

interface ImportFormProps {
  file: File;
  /** Key of the dataset to import into, if known. */
  datasetKey: string | null;
}

/** Shows how a file will be imported, asks for its dataset and starts the upload. */
export function ImportForm({ file, datasetKey }: ImportFormProps) {
  const [profile, setProfile] = useState<ProfileName>();
  const [mapping, setMapping] = useState<MappingOverrides>({});
  const { data, error, refetch } = usePreview({ file, profile, mapping });
  // Shown while a changed mapping is previewed, and if that fails, so that the form keeps what the user typed.
  const [latest, setLatest] = useState<Preview>();
  if (data && data !== latest) setLatest(data);
  const isStale = data === undefined;
  return (
    <QueryBody
      query={{ data: data ?? latest, error, refetch }}
      errorTitle="This file could not be previewed"
      skeleton={
        <Stack gap="xl" role="status" aria-label="Loading the preview">
          <Skeleton height={220} />
          <Skeleton height={320} />
        </Stack>
      }
    >
      {(preview) => (
        <PreviewedForm
          file={file}
          datasetKey={datasetKey}
          preview={preview}
          isStale={isStale}
          mapping={mapping}
          columns={
            <>
              {isStale && error && (
                <ErrorState
                  title="This file could not be previewed"
                  error={error}
                  onRetry={() => void refetch()}
                />
              )}
              <ColumnMapping
                preview={preview}
                isBusy={isStale && !error}
                onProfile={(next) => {
                  setProfile(next);
                  setMapping({});
                }}
                onColumn={(column, field) => setMapping((previous) => ({ ...previous, [column]: field }))}
              />
            </>
          }
        />
      )}
    </QueryBody>
  );
}

interface PreviewedFormProps extends ImportFormProps {
  preview: Preview;
  /** True while `preview` is that of the previous mapping. */
  isStale: boolean;
  mapping: MappingOverrides;
  columns: ReactNode;
}

function PreviewedForm({ file, datasetKey, preview, isStale, mapping, columns }: PreviewedFormProps) {
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

  const start = (fields: DatasetFields) => {
    const body: CreateImportBody = createImportBody.parse({
      ...fields,
      file_name: file.name,
      file_bytes: file.size,
      profile: preview.profile,
      mapping,
    });
    create.mutate(body, {
      onSuccess: (created) => {
        startUpload(created, file);
        void navigate(`${HUB}/imports/${created.import_id}`);
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (existing) start(fieldsOf(existing));
    else void form.handleSubmit(start)();
  };

  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate>
        <Stack gap="xl">
          {preview.problems.length > 0 && (
            <Alert color="red" title="This file cannot be imported yet">
              <Box component="ul" m={0} pl={18}>
                {preview.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </Box>
            </Alert>
          )}
          <DatasetFieldset existing={existing} isKeyGiven={datasetKey !== null} />
          {columns}
          <div className={common.dims} aria-busy={isStale}>
            <SampleRows preview={preview} />
          </div>
          <Group justify="flex-end" py="md" style={{ borderTop: '1px solid var(--line)' }}>
            {create.error && (
              <Text role="alert" c="var(--mantine-color-error)" mr="auto">
                {messageOf(create.error)} Nothing was uploaded.
              </Text>
            )}
            <Button
              type="submit"
              size="md"
              loading={create.isPending}
              disabled={isStale || preview.problems.length > 0}
            >
              Start import
            </Button>
          </Group>
        </Stack>
      </form>
    </FormProvider>
  );
}
