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
import { useImportLayer, useLayerPreview } from '../api/layers.ts';
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
  return (
    <Card
      title={`Import ${file.name} (${formatBytes(file.size)})`}
      aside={
        <Button variant="subtle" size="compact-sm" onClick={onChooseAnother}>
          Choose another file
        </Button>
      }
    >
      <Select
        label="Layer type"
        placeholder="Select a type"
        data={KINDS}
        value={kind}
        onChange={(value) => setKind(KINDS.find((each) => each.value === value)?.value ?? null)}
        maw={360}
      />
      {kind && <PreviewedForm key={kind} file={file} kind={kind} onDone={onDone} />}
    </Card>
  );
}

interface DetailsFormProps {
  file: File;
  kind: LayerKind;
  preview: LayerPreview;
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

function DetailsForm({ file, kind, preview, onDone }: DetailsFormProps) {
  const profile = LAYER_PROFILES[preview.profile];
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
  const { send, bytesSent } = useImportLayer(file);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body: CreateLayerBody = {
      ...fields,
      kind,
      is_made_up: isMadeUp,
      file_name: file.name,
      file_bytes: file.size,
      profile: preview.profile,
      ...(isSites && { coverage_miles: Number(coverage) || 0 }),
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
      <div className={classes.fields}>
        {TEXT_FIELDS.map(({ name, ...rest }) => (
          <TextInput
            key={name}
            {...rest}
            value={fields[name]}
            onChange={({ currentTarget: { value } }) => setFields((before) => ({ ...before, [name]: value }))}
          />
        ))}
        {isSites && (
          <NumberInput
            label="Coverage in miles"
            description="Parcels this close to a site are covered; 0 covers all"
            min={0}
            max={3_000}
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
      <Text fz="sm" c="dimmed">
        Recognized as {profile.title}. The first {formatCount(preview.rows.length)} rows can be imported
        {preview.rejected[0] && `; line ${preview.rejected[0].line} cannot: ${preview.rejected[0].reason}`}.
      </Text>
      {error && (
        <Text role="alert" c="var(--grade-unsuitable)">
          {error}
        </Text>
      )}
      {send.isPending && <Progress value={(100 * bytesSent) / file.size} aria-label="Upload progress" />}
      <Group>
        <Button type="submit" loading={send.isPending} disabled={preview.problems.length > 0}>
          {send.error ? 'Resume import' : 'Start import'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
