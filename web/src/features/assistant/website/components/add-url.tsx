import { customUrlBody } from '@landline/api/assistant/website/contract';
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { CommandModal } from '../../../../shared/ui/command-modal.tsx';
import type { WebsiteCommands } from '../api/website.ts';
import { ERRORS } from '../error-texts.ts';
import { DEFAULT_PRIORITY, PRIORITIES } from '../priority.ts';
import type { CommandNotice } from '../use-command-notice.ts';

interface AddUrlProps {
  clientId: string;
  initialUrl?: string;
  add: WebsiteCommands['add'];
  notice: CommandNotice;
  onClose: () => void;
}

/** Adds a URL that is scraped regardless of the crawl patterns (spec 002 §5). */
export function AddUrl({ clientId, initialUrl = '', add, notice, onClose }: AddUrlProps) {
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
    try {
      await adding;
    } catch (error) {
      // Problems with the URL appear beside its field.
      setProblem(messageOr(error, ERRORS.add));
      return;
    }
    void notice.report(adding, ERRORS.add);
    onClose();
  };
  return (
    <CommandModal opened isPending={add.isPending} onClose={onClose} title="Add Custom URL">
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
            description="8 to 10 are scraped first"
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
            <Button variant="default" disabled={add.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={add.isPending}>
              Add URL
            </Button>
          </Group>
        </Stack>
      </form>
    </CommandModal>
  );
}
