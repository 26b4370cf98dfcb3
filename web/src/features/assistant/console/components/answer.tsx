import type { Citation } from '@landline/api/assistant/answers/contract';
import { Alert, Anchor, Box, Button, Group, Loader, Progress } from '@mantine/core';
import { formatRatio } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { Tag } from '../../../../shared/ui/tag.tsx';
import type { Exchange } from '../use-console.ts';
import classes from './console.module.css';

interface AnswerProps {
  exchange: Exchange;
  isRetryDisabled: boolean;
  onRetry: () => void;
  onAsk: (question: string) => void;
}

export function Answer({ exchange, isRetryDisabled, onRetry, onAsk }: AnswerProps) {
  const { question, text, citations, suggestions, state, done, problem } = exchange;
  const retryButton = (label: string) => (
    <Button size="compact-xs" variant="default" disabled={isRetryDisabled} onClick={onRetry}>
      {label}
    </Button>
  );
  return (
    <li>
      <p className={classes.question}>{question}</p>
      {text !== '' && (
        <p className={classes.answer}>
          <LinkedText text={text} citations={citations} />
        </p>
      )}
      {state === 'writing' && text === '' && <Loader size="sm" type="dots" aria-label="Writing" />}
      {suggestions.length > 0 && (
        <Group gap="xs" mt="sm">
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              size="xs"
              h="auto"
              py={6}
              variant="default"
              styles={{ label: { whiteSpace: 'normal' } }}
              onClick={() => onAsk(suggestion)}
            >
              {suggestion}
            </Button>
          ))}
        </Group>
      )}
      {done && <Facts done={done} />}
      {citations.length > 0 && (
        <ul className={classes.sources} aria-label="Sources">
          {citations.map((citation) => (
            <Source key={citation.number} source={citation} />
          ))}
        </ul>
      )}
      {state === 'stopped' && (
        <Group gap="xs" mt="sm">
          <Tag>Stopped</Tag>
          {retryButton('Ask again')}
        </Group>
      )}
      {state === 'failed' && (
        <Alert color="red" mt="sm">
          <Group justify="space-between">
            {problem}
            {retryButton('Retry')}
          </Group>
        </Alert>
      )}
    </li>
  );
}

function Facts({ done }: { done: NonNullable<Exchange['done']> }) {
  const confidence = Math.round(done.confidence * 100);
  return (
    <Group gap="4px 12px" m="12px 0 0" c="dimmed" fz="sm">
      <span>
        Confidence <span className="num">{formatRatio(done.confidence)}</span>
      </span>
      <Progress w={96} value={confidence} size="sm" aria-label="Confidence" />
      {!done.answered && <Tag tone="notice">Unanswered</Tag>}
      {done.answered && (
        <span>{done.model === null ? 'Quoted from the website' : `Written by ${done.model}`}</span>
      )}
      {done.cached && <Tag>From cache</Tag>}
      <span>
        First token after <span className="num">{done.firstTokenMs} ms</span>
      </span>
    </Group>
  );
}

function Source({ source: { pageId, number, url, link, title, heading, quote } }: { source: Citation }) {
  const isPrompt = pageId.startsWith('prompt:');
  return (
    <Box component="li" p="10px 14px" bd="1px solid var(--line)" bdrs={8} className={common.wrap ?? ''}>
      {url === '' ? (
        // The heading of a passage without a page is the question that it answers.
        heading === '' ? (
          'Custom prompt'
        ) : (
          'Approved answer'
        )
      ) : (
        <Anchor href={link} target="_blank" rel="noopener noreferrer nofollow" size="sm">
          {number}. {title || url}
        </Anchor>
      )}{' '}
      {isPrompt && url !== '' && <Tag>Custom prompt</Tag>}
      <Box component="p" m="4px 0 0" c="dimmed" fz="sm">
        {heading !== '' && (
          <>
            <strong>{heading}</strong>
            <br />
          </>
        )}
        “{quote}”
      </Box>
    </Box>
  );
}

/** Replaces the source numbers in an answer with links. */
function LinkedText({ text, citations }: { text: string; citations: readonly Citation[] }) {
  return text.split(/\[(\d{1,2})\]/).map((part, index) => {
    if (index % 2 === 0) return part;
    const source = citations.find(({ number }) => number === Number(part));
    return source ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are never reordered
      <sup key={index}>
        <a
          href={source.link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          aria-label={`Source ${part}`}
        >
          {part}
        </a>
      </sup>
    ) : null;
  });
}
