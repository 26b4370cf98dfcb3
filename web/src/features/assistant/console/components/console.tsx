import { MAX_MESSAGE_LENGTH } from '@landline/api/assistant/answers/contract';
import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { useIntersection, useMergedRef } from '@mantine/hooks';
import { IconMessageQuestion } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../../shared/ui/states.tsx';
import { withoutCitationNumbers } from '../../golden-questions/labels.ts';
import { useConsole } from '../use-console.ts';
import { Answer } from './answer.tsx';
import classes from './console.module.css';

/** Distance from the end within which the page scrolls to new text. */
const NEAR_END = '80px';

/** Chat with a client's assistant that shows the sources of each answer. */
export function Console({ clientId, clientName }: { clientId: string; clientName: string }) {
  const { exchanges, isWriting, answeredLast, ask, retry, stop, restart } = useConsole(clientId);
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { ref: observeEnd, entry } = useIntersection({ rootMargin: NEAR_END });
  const isNearEnd = entry?.isIntersecting ?? true;
  const endRef = useMergedRef(end, observeEnd);
  const last = exchanges.at(-1);
  // A layout effect runs before the observer sees the new text, so `isNearEnd` is from before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to new text, not after the user has scrolled
  useLayoutEffect(() => {
    if (last && (isNearEnd || last.text === '')) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);
  /** Runs an action that removes or disables the pressed button, and moves the focus to the question. */
  const withFocus = (action: () => void) => {
    action();
    field.current?.focus();
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const question = draft.trim();
    if (question === '' || isWriting) return;
    withFocus(() => ask(question));
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Safari ends a composition before the Enter that confirms it, but gives that key the code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
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
              isRetryDisabled={isWriting}
              onRetry={() => withFocus(() => retry(exchange))}
              onAsk={(question) => !isWriting && ask(question)}
            />
          ))}
        </ol>
      )}
      {/* Announces each finished answer once. */}
      <VisuallyHidden role="status">{withoutCitationNumbers(answeredLast?.text ?? '')}</VisuallyHidden>
      <form className={classes.form} onSubmit={send}>
        <Textarea
          ref={field}
          aria-label="Question"
          placeholder="Ask me anything..."
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_MESSAGE_LENGTH}
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isWriting ? (
          <Button key="stop" variant="default" onClick={() => withFocus(stop)}>
            Stop
          </Button>
        ) : (
          // Without a key, the same element becomes the submit button during the click on Stop.
          <Button key="send" type="submit" disabled={draft.trim() === ''}>
            Send
          </Button>
        )}
        <Button variant="subtle" disabled={exchanges.length === 0} onClick={() => withFocus(restart)}>
          Clear
        </Button>
      </form>
      <div ref={endRef} />
    </>
  );
}
