import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../http/errors.ts';
import { requestDownload } from '../http/request.ts';
import { saveFile } from '../http/save-file.ts';
import { NoticeAlert } from '../notice/notice-alert.tsx';

interface DownloadButtonProps extends Pick<ButtonProps, 'size'> {
  /** API path of the file, with its query string. */
  path: string;
  label: string;
}

/**
 * Downloads a file from the API. A plain link would neither renew an expired session nor wait for the read models to
 * include the user's own commands.
 */
export function DownloadButton({ path, label, size = 'xs' }: DownloadButtonProps) {
  const download = useMutation({ mutationFn: async () => saveFile(await requestDownload(path)) });
  return (
    <div>
      <Button
        variant="default"
        size={size}
        leftSection={<IconDownload size={16} stroke={1.6} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {label}
      </Button>
      <NoticeAlert notice={download.error ? { kind: 'error', text: messageOf(download.error) } : null} />
    </div>
  );
}
