import { customUrlBody } from '@landline/api/scraping/contract';
import { Button, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOr } from '../../../shared/http/errors.ts';
import type { ContentCommands } from '../api/content.ts';
import { DEFAULT_PRIORITY, PRIORITIES } from '../priority.ts';
import { CONTENT } from '../texts.ts';
import type { Outcome } from '../use-outcome.ts';

interface AddUrlProps {
  clientId: string;
  /** What it opens with. */
  initialUrl?: string;
  add: ContentCommands['add'];
  outcome: Outcome;
  onClose: () => void;
}

/** A URL that staff name: it is read whatever the website's patterns say (spec 002 §5). */
export function AddUrl({ clientId, initialUrl = '', add, outcome, onClose }: AddUrlProps) {
  const [url, setUrl] = useState(initialUrl);
  const [priority, setPriority] = useState(String(DEFAULT_PRIORITY));
  const [scrapeImmediately, setImmediately] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = customUrlBody.safeParse({ clientId, url, priority, scrapeImmediately });
    setProblem(checked.error?.issues[0]?.message ?? null);
    if (!checked.success) return;
    const { clientId: _, ...body } = checked.data;
    const adding = add.mutateAsync(body);
    // What is wrong with the address is said beside it.
    if (
      await adding.then(
        () => true,
        (error) => void setProblem(messageOr(error, CONTENT.addFailed)),
      )
    ) {
      void outcome.tell(adding, CONTENT.addFailed);
      onClose();
    }
  };
  return (
    <Modal opened onClose={onClose} title="Add Custom URL">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            type="url"
            label="URL"
            placeholder="https://example.com/page"
            required
            data-autofocus
            value={url}
            error={problem}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <NativeSelect
            label="Priority"
            description="8 to 10 is scraped first"
            data={PRIORITIES}
            value={priority}
            onChange={({ currentTarget }) => setPriority(currentTarget.value)}
          />
          <Checkbox
            label="Scrape immediately"
            checked={scrapeImmediately}
            onChange={({ currentTarget }) => setImmediately(currentTarget.checked)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add URL
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
