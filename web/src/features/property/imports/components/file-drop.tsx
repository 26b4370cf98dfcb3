import '@mantine/dropzone/styles.layer.css';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './file-drop.module.css';

const EXTENSIONS = ['.csv', '.ndjson', '.jsonl', '.geojson', '.json'];

interface FileDropProps {
  title: string;
  hint: string;
  /** Returns why a file cannot be used, or null. */
  rejectionOf?: (file: File) => string | null;
  onFile: (file: File) => void;
}

const extensionError = (file: File) =>
  EXTENSIONS.some((extension) => file.name.toLowerCase().endsWith(extension))
    ? null
    : `${file.name} is not a CSV, NDJSON, or GeoJSON file.`;

/** Drop zone and picker for a data file. */
export function FileDrop({ title, hint, rejectionOf, onFile }: FileDropProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = (file: File | undefined) => {
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
        onDrop={(files) => take(files[0])}
        className={classes.zone ?? ''}
        inputProps={{ 'aria-label': title }}
        activateOnClick
      >
        <div className={classes.inner}>
          <IconFileImport size={28} stroke={1.4} />
          <p className={classes.title}>{title}</p>
          <p className={classes.hint}>{hint}</p>
        </div>
      </Dropzone>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
