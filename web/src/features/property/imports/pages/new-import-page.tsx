import { Button, Group, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatBytes } from '../../../../shared/format.ts';
import { Page } from '../../../../shared/ui/page.tsx';
import { FileDrop } from '../components/file-drop.tsx';
import { ImportForm } from '../components/import-form.tsx';
import { fileKey } from '../file-key.ts';

/** New import: choose a file, check its mapping, choose its dataset. */
export function Component() {
  const [file, setFile] = useState<File | null>(null);
  const [search] = useSearchParams();
  return (
    <Page
      title="Import parcels"
      subtitle="Rows that cannot be read are listed with the reason; all others are imported. A parcel whose number already exists is replaced."
    >
      {file ? (
        <>
          <Group
            gap={10}
            p="10px 8px 10px 14px"
            mb="lg"
            bg="var(--raised)"
            bd="1px solid var(--line)"
            bdrs="md"
          >
            <IconFileText size={20} stroke={1.5} color="var(--accent-text)" />
            <Text component="strong" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {file.name}
            </Text>
            <Text span c="dimmed" className="num">
              {formatBytes(file.size)}
            </Text>
            <Button variant="subtle" size="compact-sm" c="dimmed" ml="auto" onClick={() => setFile(null)}>
              Choose another file
            </Button>
          </Group>
          <ImportForm key={fileKey(file)} file={file} datasetKey={search.get('dataset')} />
        </>
      ) : (
        <FileDrop
          title="Drop a parcel file here, or click to choose one"
          hint="CSV, NDJSON or GeoJSON of any size. Known public formats are recognized automatically."
          onFile={setFile}
        />
      )}
    </Page>
  );
}
