import {
  COVERAGE_MILES,
  type CreateLayerBody,
  createLayerBody,
  LAYER_KIND_TITLES,
  LAYER_PROFILES,
  type LayerPreview,
} from '@landline/api/property/environment/contract';
import { LAYER_KINDS, type LayerKind } from '@landline/event-schemas';
import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Progress,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatBytes, formatCount } from '../../../../shared/format.ts';
import { messageOf } from '../../../../shared/http/errors.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { lineHeader } from '../../imports/components/rejected-table.tsx';
import { type LayerImport, useImportLayer, useLayerPreview } from '../api/layers.ts';
import classes from './layer-form.module.css';

interface LayerFormProps {
  file: File;
  onDone: () => void;
  onChooseAnother: () => void;
}

const KINDS = LAYER_KINDS.map((value) => ({ value, label: LAYER_KIND_TITLES[value] }));

/** Asks for the kind, source and date of a layer file and imports it. */
export function LayerForm({ file, onDone, onChooseAnother }: LayerFormProps) {
  const [kind, setKind] = useState<LayerKind | null>(null);
  const upload = useImportLayer(file);
  const { isPending, reset } = upload.send;
  return (
    <Card
      title={`Import ${file.name} (${formatBytes(file.size)})`}
      aside={
        <Button variant="subtle" size="compact-sm" disabled={isPending} onClick={onChooseAnother}>
          Choose another file
        </Button>
      }
    >
      <Select
        label="Layer type"
        placeholder="Select a type"
        data={KINDS}
        value={kind}
        disabled={isPending}
        onChange={(value) => {
          setKind(KINDS.find((each) => each.value === value)?.value ?? null);
          reset();
        }}
        maw={360}
      />
      {kind && <PreviewedForm key={kind} file={file} kind={kind} upload={upload} onDone={onDone} />}
    </Card>
  );
}

interface DetailsFormProps {
  file: File;
  kind: LayerKind;
  preview: LayerPreview;
  upload: LayerImport;
  onDone: () => void;
}

const PreviewedForm = (props: Omit<DetailsFormProps, 'preview'>) => (
  <QueryBody
    query={useLayerPreview(props.file, props.kind)}
    errorTitle="This file could not be previewed"
    skeleton={<Skeleton height={160} mt="md" role="status" aria-label="Loading the preview" />}
  >
    {(preview) => <DetailsForm {...props} preview={preview} />}
  </QueryBody>
);

const TEXT_FIELDS = [
  { name: 'name', label: 'Name', description: 'Replaces a layer of the same type and name', required: true },
  { name: 'source', label: 'Source', description: 'Shown next to every value', required: true },
  {
    name: 'source_date',
    label: 'Data as of',
    description: '2020, 2020-05 or 2020-05-17',
    required: true,
  },
  { name: 'licence', label: 'License', description: 'Terms of use of the data', required: false },
  { name: 'note', label: 'Note', description: 'Limitations that readers should consider', required: false },
] as const;

function DetailsForm({ file, kind, preview, upload, onDone }: DetailsFormProps) {
  const profile = LAYER_PROFILES[preview.profile];
  const [rejected] = preview.rejected;
  const [fields, setFields] = useState({
    name: profile.name,
    source: profile.source,
    source_date: profile.source_date ?? '',
    licence: profile.licence,
    note: profile.note ?? '',
  });
  const isSites = kind in COVERAGE_MILES;
  const [coverage, setCoverage] = useState<number | string>(COVERAGE_MILES[kind] ?? 0);
  const [isMadeUp, setMadeUp] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { send, bytesSent, cancel } = upload;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body: CreateLayerBody = {
      ...fields,
      kind,
      is_made_up: isMadeUp,
      file_name: file.name,
      file_bytes: file.size,
      profile: preview.profile,
      ...(isSites && { coverage_miles: Number(coverage) }),
    };
    const checked = createLayerBody.safeParse(body);
    const [issue] = checked.success ? [] : checked.error.issues;
    const field = TEXT_FIELDS.find(({ name }) => name === issue?.path[0])?.label ?? 'One of the fields';
    setProblem(issue ? `${field} is missing or invalid.` : null);
    if (checked.success) send.mutate(checked.data, { onSuccess: onDone });
  };
  const error = problem ?? (send.error && messageOf(send.error));
  return (
    <Stack component="form" mt="md" onSubmit={submit}>
      {preview.problems.map((text) => (
        <Alert key={text} color="red" title="This file cannot be imported yet">
          {text}
        </Alert>
      ))}
      <fieldset disabled={send.isPending} style={{ display: 'contents' }}>
        <div className={classes.fields}>
          {TEXT_FIELDS.map(({ name, ...rest }) => (
            <TextInput
              key={name}
              {...rest}
              value={fields[name]}
              onChange={({ currentTarget: { value } }) =>
                setFields((before) => ({ ...before, [name]: value }))
              }
            />
          ))}
          {isSites && (
            <NumberInput
              label="Coverage in miles"
              description="Covers parcels within this distance of a site; 0 covers all parcels"
              required
              min={0}
              max={3_000}
              clampBehavior="strict"
              value={coverage}
              onChange={setCoverage}
            />
          )}
        </div>
        <Checkbox
          label="This is demo data (marked on every screen)"
          checked={isMadeUp}
          onChange={(event) => setMadeUp(event.currentTarget.checked)}
        />
      </fieldset>
      <Text fz="sm" c="dimmed">
        Format: {profile.title}. Rows in the preview that can be imported: {formatCount(preview.rows.length)}.
        {rejected &&
          ` ${lineHeader(preview.format)} ${rejected.line} cannot be imported: ${rejected.reason}.`}
      </Text>
      {error && (
        <Text role="alert" c="var(--grade-unsuitable)">
          {error}
        </Text>
      )}
      {send.isPending && <Progress value={(100 * bytesSent) / file.size} aria-label="Upload progress" />}
      <Group>
        <Button type="submit" loading={send.isPending} disabled={preview.problems.length > 0}>
          {send.error ? 'Try again' : 'Start import'}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            cancel();
            onDone();
          }}
        >
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
