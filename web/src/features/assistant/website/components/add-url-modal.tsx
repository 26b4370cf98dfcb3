import { customUrlBody, DEFAULT_PRIORITY } from '@landline/api/assistant/website/contract';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { FormModal } from '../../../../shared/ui/form-modal.tsx';
import type { WebsiteCommands } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';
import { PRIORITIES } from '../priority.ts';
import type { CommandNotice } from '../use-command-notice.ts';

/** The client is part of the command. */
const addUrlBody = customUrlBody.omit({ clientId: true });

interface AddUrlModalProps {
  initialUrl: string;
  add: WebsiteCommands['add'];
  notice: CommandNotice;
  onClose: () => void;
}

/** Adds a URL that is scraped regardless of the crawl patterns (spec 002 §5). */
export function AddUrlModal({ initialUrl, add, notice, onClose }: AddUrlModalProps) {
  const [url, setUrl] = useState(initialUrl);
  const [priority, setPriority] = useState(String(DEFAULT_PRIORITY));
  const [scrapeImmediately, setScrapeImmediately] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    add.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { data, error } = addUrlBody.safeParse({ url, priority, scrapeImmediately });
    setProblem(error?.issues[0]?.message ?? null);
    if (!data) return;
    add.mutate(data, {
      onSuccess: ({ message, scrapeResult }) => {
        notice.succeed({ message, summary: scrapeResult?.summary });
        close();
      },
    });
  };
  return (
    <FormModal
      title="Add Custom URL"
      submit="Add URL"
      problem={add.error ? messageOr(add.error, ERRORS.add) : null}
      pending={add.isPending}
      onSubmit={submit}
      onClose={close}
    >
      <TextInput
        type="url"
        label="URL"
        placeholder="https://example.com/page"
        required
        data-autofocus
        value={url}
        error={problem}
        onChange={({ currentTarget }) => {
          setUrl(currentTarget.value);
          setProblem(null);
        }}
      />
      <NativeSelect
        label="Priority"
        description="8 to 10 are scraped first"
        data={PRIORITIES}
        value={priority}
        onChange={({ currentTarget }) => setPriority(currentTarget.value)}
      />
      <Checkbox
        label="Scrape immediately"
        checked={scrapeImmediately}
        onChange={({ currentTarget }) => setScrapeImmediately(currentTarget.checked)}
      />
    </FormModal>
  );
}
