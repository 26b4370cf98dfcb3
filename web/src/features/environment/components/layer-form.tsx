import {
  COVERAGE_MILES,
  type CreateLayerBody,
  createLayerBody,
  LAYER_KIND_TITLES,
  LAYER_PROFILES,
  type LayerPreview,
} from '@landline/api/environment/contract';
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
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatBytes, formatCount } from '../../../shared/format.ts';
import { messageOf } from '../../../shared/http/errors.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useImportLayer, useLayerPreview } from '../api/import-layer.ts';
import classes from './layer-form.module.css';

interface LayerFormProps {
  file: File;
  onDone: () => void;
  onOther: () => void;
}

const KINDS = LAYER_KINDS.map((value) => ({ value, label: LAYER_KIND_TITLES[value] }));

/** What a file holds, whose data it is, and of when; starts the upload. */
export function LayerForm({ file, onDone, onOther }: LayerFormProps) {
  const [kind, setKind] = useState<LayerKind | null>(null);
  return (
    <Card
      title={`Import ${file.name} (${formatBytes(file.size)})`}
      aside={
        <Button variant="subtle" size="compact-sm" onClick={onOther}>
          Choose another file
        </Button>
      }
    >
      <Select
        label="What it holds"
        placeholder="Choose a kind"
        data={KINDS}
        value={kind}
        onChange={(value) => setKind(KINDS.find((each) => each.value === value)?.value ?? null)}
        maw={360}
      />
      {kind && <OfKind key={kind} file={file} kind={kind} onDone={onDone} />}
    </Card>
  );
}

function OfKind({ file, kind, onDone }: { file: File; kind: LayerKind; onDone: () => void }) {
  const { data, error, refetch } = useLayerPreview(file, kind);
  if (data) return <Described file={file} kind={kind} preview={data} onDone={onDone} />;
  if (error)
    return (
      <ErrorState title="This file could not be previewed" error={error} onRetry={() => void refetch()} />
    );
  return (
    <div role="status" aria-label="Reading the file">
      <Skeleton height={160} mt="md" />
    </div>
  );
}

interface DescribedProps {
  file: File;
  kind: LayerKind;
  preview: LayerPreview;
  onDone: () => void;
}

function Described({ file, kind, preview, onDone }: DescribedProps) {
  const known = LAYER_PROFILES[preview.profile];
  const [fields, setFields] = useState({
    name: known.name,
    source: known.source,
    source_date: known.source_date ?? '',
    licence: known.licence,
    note: known.note ?? '',
  });
  const isSites = kind in COVERAGE_MILES;
  const [coverage, setCoverage] = useState<number | string>(COVERAGE_MILES[kind] ?? 0);
  const [isMadeUp, setMadeUp] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { send, sent } = useImportLayer(file);
  const put = (field: keyof typeof fields) => ({
    value: fields[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [field]: value }));
    },
  });
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
    setProblem(issue ? `${String(issue.path[0])}: ${issue.message}` : null);
    if (checked.success) send.mutate(checked.data, { onSuccess: onDone });
  };
  const error = problem ?? (send.error && messageOf(send.error));
  return (
    <form onSubmit={submit} className={classes.form}>
      {preview.problems.map((text) => (
        <Alert key={text} color="red" title="This file cannot be imported yet">
          {text}
        </Alert>
      ))}
      <div className={classes.fields}>
        <TextInput
          label="Name"
          description="One of the same kind and name is replaced"
          required
          {...put('name')}
        />
        <TextInput label="Source" description="Shown beside every figure" required {...put('source')} />
        <TextInput
          label="Date of the data"
          description="2020, 2020-05 or 2020-05-17"
          required
          {...put('source_date')}
        />
        <TextInput label="Licence" description="Under which it may be used" {...put('licence')} />
        <TextInput label="Note" description="What readers have to know of it" {...put('note')} />
        {isSites && (
          <NumberInput
            label="Speaks for parcels within"
            description="Miles of its sites; 0: everywhere"
            min={0}
            max={3_000}
            value={coverage}
            onChange={setCoverage}
          />
        )}
      </div>
      <Checkbox
        label="Its values are made up: every screen says so"
        checked={isMadeUp}
        onChange={(event) => setMadeUp(event.currentTarget.checked)}
      />
      <p className={classes.preview}>
        Read as {known.title}. {formatCount(preview.rows.length)} of the first rows are shown to be readable
        {preview.rejected[0] && `; line ${preview.rejected[0].line} is not: ${preview.rejected[0].reason}`}.
      </p>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {send.isPending && <Progress value={(100 * sent) / file.size} aria-label="Percent uploaded" />}
      <Group>
        <Button type="submit" loading={send.isPending} disabled={preview.problems.length > 0}>
          {send.error ? 'Go on' : 'Start import'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
