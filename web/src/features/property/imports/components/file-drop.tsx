import '@mantine/dropzone/styles.layer.css';
import { Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './file-drop.module.css';

const EXTENSIONS = ['.csv', '.ndjson', '.jsonl', '.geojson', '.json'];

interface FileDropProps {
  title: string;
  hint: string;
  /** Returns the reason why a file cannot be used; null if it can. */
  rejectionOf?: (file: File) => string | null;
  onFile: (file: File) => void;
}

const extensionError = (file: File) =>
  EXTENSIONS.some((extension) => file.name.toLowerCase().endsWith(extension))
    ? null
    : `${file.name} is not a CSV, NDJSON or GeoJSON file.`;

/** Drop zone and picker for a data file. */
export function FileDrop({ title, hint, rejectionOf, onFile }: FileDropProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const handleFile = (file: File | undefined) => {
    if (!file) return;
    const rejection =
      extensionError(file) ?? (file.size === 0 ? `${file.name} is empty.` : (rejectionOf?.(file) ?? null));
    setProblem(rejection);
    if (rejection === null) onFile(file);
  };
  return (
    <div>
      <Dropzone
        multiple={false}
        onDrop={(files) => handleFile(files[0])}
        className={classes.zone ?? ''}
        inputProps={{ 'aria-label': title }}
      >
        <Stack gap={0} align="center" px="md" py={40} ta="center">
          <IconFileImport size={28} stroke={1.4} color="var(--accent-text)" />
          <Text fw={600} mt="sm">
            {title}
          </Text>
          <Text fz="sm" c="dimmed" maw="60ch" mt={4}>
            {hint}
          </Text>
        </Stack>
      </Dropzone>
      {problem && (
        <Text role="alert" fz="sm" c="var(--mantine-color-error)" mt="xs">
          {problem}
        </Text>
      )}
    </div>
  );
}
