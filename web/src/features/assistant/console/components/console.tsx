import { MAX_MESSAGE_LENGTH } from '@landline/api/assistant/answers/contract';
import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { useConsole } from '../use-console.ts';
import { Answer } from './answer.tsx';
import classes from './console.module.css';

/** Chat with a client's assistant that shows the sources of each answer. */
export function Console({ clientId, clientName }: { clientId: string; clientName: string }) {
  const conversation = useConsole(clientId);
  const [typed, setTyped] = useState('');
  const end = useRef<HTMLDivElement>(null);
  const { exchanges, isWriting } = conversation;
  const last = exchanges.at(-1);
  useEffect(() => {
    if (last) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const question = typed.trim();
    if (question === '' || isWriting) return;
    conversation.ask(question);
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
        <EmptyState title={`Ask what ${clientName}'s visitors would ask`} icon={IconMessageQuestion}>
          Each answer shows its sources and confidence. Questions asked here are not recorded or billed.
        </EmptyState>
      ) : (
        <ol className={classes.log} aria-label="Conversation">
          {exchanges.map((exchange) => (
            <Answer
              key={exchange.id}
              exchange={exchange}
              onRetry={() => conversation.retry(exchange)}
              onAsk={(question) => !isWriting && conversation.ask(question)}
            />
          ))}
        </ol>
      )}
      {/* Announces each finished answer once. */}
      <VisuallyHidden role="status">{last?.state === 'done' ? last.text : ''}</VisuallyHidden>
      <div ref={end} />
      <form className={classes.form} onSubmit={send}>
        <Textarea
          aria-label="Question"
          placeholder="Ask me anything..."
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_MESSAGE_LENGTH}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isWriting ? (
          <Button variant="default" onClick={conversation.stop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" disabled={typed.trim() === ''}>
            Send
          </Button>
        )}
        <Button variant="subtle" disabled={exchanges.length === 0} onClick={conversation.restart}>
          Clear
        </Button>
      </form>
    </>
  );
}
