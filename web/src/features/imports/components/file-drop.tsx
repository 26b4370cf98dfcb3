import '@mantine/dropzone/styles.layer.css';
import { Dropzone } from '@mantine/dropzone';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './file-drop.module.css';

const ENDINGS = ['.csv', '.ndjson', '.jsonl', '.geojson', '.json'];

interface FileDropProps {
  title: string;
  hint: string;
  /** Says why a file is not taken, null when it is. */
  refuse?: (file: File) => string | null;
  onFile: (file: File) => void;
}

const wrongKind = (file: File) =>
  ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending))
    ? null
    : `${file.name} is not a CSV, NDJSON or GeoJSON file.`;

/** Where a parcel file is dropped, or picked. */
export function FileDrop({ title, hint, refuse, onFile }: FileDropProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    const refusal =
      wrongKind(file) ?? (file.size === 0 ? `${file.name} is empty.` : (refuse?.(file) ?? null));
    setProblem(refusal);
    if (refusal === null) onFile(file);
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
