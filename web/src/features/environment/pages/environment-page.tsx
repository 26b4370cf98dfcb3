import { Button, Skeleton } from '@mantine/core';
import { IconFileImport, IconMapPins } from '@tabler/icons-react';
import { useState } from 'react';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { FileDrop } from '../../imports/components/file-drop.tsx';
import { useUser } from '../../session/context.ts';
import { useLayers } from '../api/layers.ts';
import { AssessmentTable } from '../components/assessment-table.tsx';
import { LayerForm } from '../components/layer-form.tsx';
import { LayerTable } from '../components/layer-table.tsx';
import classes from './environment-page.module.css';

/** What surrounds parcels: the layers there are, where they come from, and how far candidates are joined with them. */
export function Component() {
  const [isImporting, setImporting] = useState(false);
  const mayChange = useUser()?.role === 'SuperAdmin';
  const importButton = mayChange && !isImporting && (
    <Button leftSection={<IconFileImport size={16} stroke={1.7} />} onClick={() => setImporting(true)}>
      Import a layer
    </Button>
  );
  return (
    <Page
      title="Environmental and infrastructure layers"
      subtitle="Candidates of industrial storage datasets are joined with these by distance. Whatever a parcel's own file says goes before a layer."
      action={importButton}
    >
      <div className={classes.sections}>
        {isImporting && <Import onDone={() => setImporting(false)} />}
        <Layers mayChange={mayChange} action={importButton} />
      </div>
    </Page>
  );
}

function Import({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  if (file) return <LayerForm file={file} onDone={onDone} onOther={() => setFile(null)} />;
  return (
    <FileDrop
      title="Drop a file of facilities or areas here, or click to choose one"
      hint="CSV, NDJSON or GeoJSON: sites, interchanges, terminals as points; flood zones and soil as polygons."
      onFile={setFile}
    />
  );
}

function Layers({ mayChange, action }: { mayChange: boolean; action: React.ReactNode }) {
  const { data, error, refetch } = useLayers();
  if (!data) {
    if (error)
      return <ErrorState title="Failed to fetch layers" error={error} onRetry={() => void refetch()} />;
    return (
      <div role="status" aria-label="Loading the layers">
        <Skeleton height={240} mb={16} />
        <Skeleton height={120} />
      </div>
    );
  }
  if (data.layers.length === 0) {
    return (
      <EmptyState title="No layers yet" icon={<IconMapPins size={24} stroke={1.5} />} action={action}>
        Until there are some, candidates show what their own file says, and “Environmental assessment pending”
        for the rest.
      </EmptyState>
    );
  }
  return (
    <>
      <LayerTable layers={data.layers} mayChange={mayChange} />
      {data.assessments.length > 0 && <AssessmentTable assessments={data.assessments} />}
    </>
  );
}
