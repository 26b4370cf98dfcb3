import { MAX_DOCUMENT_BYTES } from '@landline/api/assistant/website/contract';
import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';

interface UploadFileProps {
  size?: 'xs';
  isPending: boolean;
  onFile: (file: File) => void;
  /** Called with the reason when a file cannot be uploaded. */
  onRefuse: (text: string) => void;
}

/** Button that picks a document from the computer. */
export function UploadFile({ size, isPending, onFile, onRefuse }: UploadFileProps) {
  const reset = useRef<() => void>(null);
  const handleFile = (file: File | null) => {
    if (!file) return;
    // Without a reset, the browser does not report another choice of the same file.
    reset.current?.();
    if (file.size > MAX_DOCUMENT_BYTES)
      onRefuse(`${file.name} is too large. Files can be at most ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB.`);
    else onFile(file);
  };
  return (
    <FileButton accept=".pdf,.docx,.txt,.md" resetRef={reset} onChange={handleFile}>
      {(props) => (
        <Button
          {...props}
          {...(size && { size })}
          variant="default"
          leftSection={<IconUpload size={16} />}
          loading={isPending}
        >
          Upload file
        </Button>
      )}
    </FileButton>
  );
}
