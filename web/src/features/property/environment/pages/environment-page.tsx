import { Button, Skeleton, Stack } from '@mantine/core';
import { IconFileImport, IconMapPins } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { focusOn } from '../../../../shared/ui/focus-on.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useIsStaff } from '../../../platform/session/context.ts';
import { FileDrop } from '../../imports/components/file-drop.tsx';
import { useLayers } from '../api/layers.ts';
import { AssessmentTable } from '../components/assessment-table.tsx';
import { LayerForm } from '../components/layer-form.tsx';
import { LayerTable } from '../components/layer-table.tsx';

/** The environmental and infrastructure layers, their sources, and the assessment of candidates against them. */
export function Component() {
  const [isImporting, setImporting] = useState(false);
  const mayChange = useIsStaff('SuperAdmin');
  const importButton = mayChange && !isImporting && (
    <Button leftSection={<IconFileImport size={16} stroke={1.7} />} onClick={() => setImporting(true)}>
      Import a layer
    </Button>
  );
  return (
    <Page
      title="Environmental and infrastructure layers"
      subtitle="Industrial outdoor storage candidates are assessed against these layers by distance. Data in a parcel's own file takes precedence."
      action={importButton}
    >
      <Stack gap="lg">
        {isImporting && <ImportLayer onDone={() => setImporting(false)} />}
        <Layers mayChange={mayChange} action={importButton} />
      </Stack>
    </Page>
  );
}

function ImportLayer({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  // Each step removes the control that had the focus.
  return (
    <div key={file ? 'details' : 'file'} ref={focusOn} tabIndex={-1}>
      {file ? (
        <LayerForm file={file} onDone={onDone} onChooseAnother={() => setFile(null)} />
      ) : (
        <FileDrop
          title="Drop a layer file here, or click to choose one"
          hint="CSV, NDJSON or GeoJSON. Points: sites, interchanges, terminals. Polygons: flood zones, soil."
          onFile={setFile}
        />
      )}
    </div>
  );
}

const Layers = ({ mayChange, action }: { mayChange: boolean; action: ReactNode }) => (
  <QueryBody
    query={useLayers()}
    errorTitle="Layers could not be loaded"
    skeleton={
      <div role="status" aria-label="Loading layers">
        <Skeleton height={240} mb={16} />
        <Skeleton height={120} />
      </div>
    }
  >
    {({ layers, assessments }) =>
      layers.length === 0 ? (
        <EmptyState title="No layers yet" icon={IconMapPins} action={action}>
          Without layers, candidates show only the data from their own file.
        </EmptyState>
      ) : (
        <>
          <LayerTable layers={layers} mayChange={mayChange} />
          {assessments.length > 0 && <AssessmentTable assessments={assessments} />}
        </>
      )
    }
  </QueryBody>
);
