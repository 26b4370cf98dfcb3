import { Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { WIDGET } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { copyText } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import classes from './widget.module.css';

/** Embed codes for a client's website (spec 002 §2). */
export function EmbedCodes({ clientId, position }: { clientId: string; position?: string | undefined }) {
  const { origin } = location;
  const positionAttribute = position === undefined ? '' : ` data-position="${position}"`;
  const codes: readonly EmbedCodeProps[] = [
    {
      title: 'Embed Code',
      note: 'Add this before the closing body tag. It uses the default version, or the current settings if there is none.',
      text: `<script async src="${origin}/api/ai/widget/loader/${clientId}.js"${positionAttribute}></script>`,
    },
    {
      title: 'Direct embedding',
      note: 'Loads the widget directly. The style sheet lets your page override the colors.',
      text: `<link rel="stylesheet" href="${origin}/api/ai/widget/client/${clientId}.css">\n<script async src="${origin}/api/ai/widget/client/${clientId}.js"${positionAttribute}></script>`,
    },
    {
      title: 'With a Content Security Policy',
      note: 'Allow the script by its nonce, and allow connections to the chat endpoint.',
      text: `script-src 'nonce-…'; connect-src ${origin}\n\nChat endpoint: ${origin}/api/ai/chat`,
    },
    {
      title: 'Example URL',
      note: 'Shows the widget with its current settings.',
      text: `${origin}/ai/widget/test?clientId=${clientId}`,
      copied: WIDGET.exampleCopied,
    },
  ];
  return (
    <div className={classes.stack}>
      {codes.map((code) => (
        <EmbedCode key={code.title} {...code} />
      ))}
    </div>
  );
}

interface EmbedCodeProps {
  title: string;
  note: string;
  text: string;
  copied?: string;
}

function EmbedCode({ title, note, text, copied = WIDGET.embedCopied }: EmbedCodeProps) {
  const { notice, show } = useNotice();
  return (
    <Card title={title}>
      <p className={common.quiet}>{note}</p>
      <pre className={classes.code}>{text}</pre>
      <NoticeAlert notice={notice} />
      <Group justify="flex-end" mt="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} stroke={1.6} />}
          onClick={() => void copyText(show, text, copied)}
          aria-label={`Copy: ${title}`}
        >
          Copy
        </Button>
      </Group>
    </Card>
  );
}
