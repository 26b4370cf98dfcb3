import { Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { WIDGET } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import classes from './widget.module.css';

const COPIED_MS = 3_000;

/** What is put into a client's pages, to be copied (spec 002 §2). */
export function EmbedCodes({ clientId, position }: { clientId: string; position?: string | undefined }) {
  const { origin } = location;
  const at = position === undefined ? '' : ` data-position="${position}"`;
  const codes = [
    {
      title: 'Embed Code',
      note: 'Before the end of the body. It follows the default version and the settings made here.',
      text: `<script async src="${origin}/api/ai/widget/loader/${clientId}.js"${at}></script>`,
      copied: WIDGET.embedCopied,
    },
    {
      title: 'Direct embedding',
      note: 'The same widget by its own address; the style sheet lets your page set the colors.',
      text: `<link rel="stylesheet" href="${origin}/api/ai/widget/client/${clientId}.css">\n<script async src="${origin}/api/ai/widget/client/${clientId}.js"${at}></script>`,
      copied: WIDGET.embedCopied,
    },
    {
      title: 'With a Content Security Policy',
      note: 'The nonce of the script is enough for scripts; connections go to the chat endpoint.',
      text: `script-src 'nonce-…'; connect-src ${origin}\n\nChat endpoint: ${origin}/api/ai/chat`,
      copied: WIDGET.embedCopied,
    },
    {
      title: 'Example URL',
      note: 'Shows the widget as it is set up now.',
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
  copied: string;
}

function EmbedCode({ title, note, text, copied }: EmbedCodeProps) {
  const { notice, show } = useNotice();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => show({ kind: 'success', text: copied, forMs: COPIED_MS }),
      () =>
        show({
          kind: 'error',
          text: 'It could not be copied: select it and copy it by hand.',
          forMs: COPIED_MS,
        }),
    );
  return (
    <Card title={title}>
      <p className={classes.quiet}>{note}</p>
      <pre className={classes.code}>{text}</pre>
      <NoticeAlert notice={notice} />
      <Group justify="flex-end" mt="sm">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} stroke={1.6} />}
          onClick={() => void copy()}
          aria-label={`Copy: ${title}`}
        >
          Copy
        </Button>
      </Group>
    </Card>
  );
}
