import type { GoldenQuestion, GoldenResult } from '@landline/api/assistant/golden-questions/contract';
import { Anchor, Button, Group } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import common from '../../../../shared/ui/common.module.css';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { reasonsOf, withoutCitationNumbers } from '../labels.ts';
import classes from './golden-questions.module.css';

interface GoldenQuestionItemProps {
  question: GoldenQuestion;
  onOpen: (kind: 'edit' | 'remove' | 'approve') => void;
}

/** A golden question with its expectation, latest result and answer. */
export function GoldenQuestionItem({ question: golden, onOpen }: GoldenQuestionItemProps) {
  const { question, page_url, phrases, is_erased, result } = golden;
  return (
    <li className={classes.item}>
      <div>
        <Group gap="xs">
          <strong className={common.wrap}>{is_erased ? 'Erased question' : question}</strong>
          <ResultTag result={result} />
        </Group>
        {is_erased && (
          <p className={common.quiet}>
            The question was erased with its conversation and is no longer asked. Remove it.
          </p>
        )}
        {result && !result.passed && (
          <ul className={classes.reasons} aria-label={`Why it failed: ${question}`}>
            {reasonsOf(result).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <p className={`${common.quiet} ${common.wrap}`}>
          Expected: {page_url !== null && <PageLink url={page_url} />}
          {page_url !== null && phrases.length > 0 && ', '}
          {phrases.map((phrase) => `“${phrase}”`).join(', ')}
        </p>
        {result && <GivenAnswer result={result} />}
      </div>
      <div className={classes.actions}>
        {result && !result.passed && !is_erased && (
          <Button
            size="xs"
            onClick={() => onOpen('approve')}
            aria-label={`Write the right answer: ${question}`}
          >
            Write the right answer
          </Button>
        )}
        {!is_erased && (
          <Button size="xs" variant="default" onClick={() => onOpen('edit')} aria-label={`Edit: ${question}`}>
            Edit
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          color="red"
          onClick={() => onOpen('remove')}
          aria-label={`Remove: ${question}`}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function ResultTag({ result }: { result: GoldenResult | null }) {
  if (!result) return <Tag>Not asked yet</Tag>;
  return result.passed ? <Tag tone="good">Passed</Tag> : <Tag tone="bad">Failed</Tag>;
}

function GivenAnswer({ result }: { result: GoldenResult }) {
  const { answer, citations, passed, judged_at } = result;
  return (
    <details className={classes.answer} open={!passed}>
      <summary>Answer given {formatDate(judged_at)}</summary>
      <p className={classes.text}>{withoutCitationNumbers(answer)}</p>
      {citations.length > 0 && (
        <ul className={common.list} aria-label="Sources">
          {citations.map(({ url, link, title }) => (
            <li key={`${link} ${title}`} className={common.wrap}>
              {url === '' ? 'Approved answer' : <PageLink url={link} label={title || url} />}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const PageLink = ({ url, label = url }: { url: string; label?: string }) => (
  <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" size="sm">
    {label}
  </Anchor>
);
