import { QUESTION_LENGTH } from '@landline/api/answers/contract';
import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { useConsole } from '../use-console.ts';
import { Answer } from './answer.tsx';
import classes from './console.module.css';

/** Asks a client's assistant what a visitor would ask, and shows what the answer rests on. */
export function Console({ clientId, clientName }: { clientId: string; clientName: string }) {
  const talk = useConsole(clientId);
  const [typed, setTyped] = useState('');
  const end = useRef<HTMLDivElement>(null);
  const { exchanges, isWriting } = talk;
  const last = exchanges.at(-1);
  useEffect(() => {
    if (last) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const question = typed.trim();
    if (question === '' || isWriting) return;
    talk.ask(question);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <>
      {exchanges.length === 0 ? (
        <EmptyState
          title={`Ask what ${clientName}'s visitors would ask`}
          icon={<IconMessageQuestion size={24} stroke={1.5} />}
        >
          The answer comes with its sources and how sure the assistant is. What is asked here is not recorded,
          and is on nobody's bill.
        </EmptyState>
      ) : (
        <ol className={classes.log} aria-label="Conversation">
          {exchanges.map((exchange) => (
            <Answer key={exchange.id} exchange={exchange} onRetry={() => talk.retry(exchange)} />
          ))}
        </ol>
      )}
      {/* One announcement for each finished answer. */}
      <VisuallyHidden role="status">{last?.state === 'done' ? last.text : ''}</VisuallyHidden>
      <div ref={end} />
      <form className={classes.form} onSubmit={send}>
        <Textarea
          aria-label="Question"
          placeholder="Ask me anything..."
          autosize
          minRows={1}
          maxRows={6}
          maxLength={QUESTION_LENGTH}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isWriting ? (
          <Button variant="default" onClick={talk.stop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" disabled={typed.trim() === ''}>
            Send
          </Button>
        )}
        <Button variant="subtle" disabled={exchanges.length === 0} onClick={talk.restart}>
          Clear
        </Button>
      </form>
    </>
  );
}
