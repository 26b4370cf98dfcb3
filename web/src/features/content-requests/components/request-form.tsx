import { zodResolver } from '@hookform/resolvers/zod';
import { contentRequestBody } from '@landline/api/content-requests/contract';
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { messageOr } from '../../../shared/http/errors.ts';
import { CONTENT_REQUEST } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { useSubmitRequest } from '../api/content-requests.ts';
import { REQUEST_PRIORITIES } from './badges.tsx';

const SHOWN_MS = 5_000;

/** Asks that the assistant learns a page (spec 000 §5, §7). */
export function RequestForm({ clientId, clientName }: { clientId: string; clientName: string }) {
  const submit = useSubmitRequest();
  const { notice, show } = useNotice();
  const [wanted, setWanted] = useQueryState('request');
  const { formState, getValues, handleSubmit, register, reset, setFocus, setValue } = useForm({
    resolver: zodResolver(contentRequestBody),
    defaultValues: { clientId, clientName, url: '', description: '', priority: 'medium' as const },
  });
  // Asked for from the list of what is learned: the address is there, the words are still to be written.
  useEffect(() => {
    if (wanted === null) return;
    setValue('url', wanted);
    setFocus('description');
  }, [wanted, setValue, setFocus]);
  const { errors } = formState;
  const send = () =>
    submit.mutate(getValues(), {
      onSuccess: ({ message }) => {
        reset();
        void setWanted(null);
        show({ kind: 'success', text: message, forMs: SHOWN_MS });
      },
      onError: (error) =>
        show({
          kind: 'error',
          text: messageOr(error, CONTENT_REQUEST.failed, CONTENT_REQUEST.network),
          forMs: SHOWN_MS,
        }),
    });
  return (
    <Card title="Request Content">
      <form onSubmit={handleSubmit(send)} noValidate>
        <Stack gap="md">
          <TextInput
            label="URL"
            placeholder="https://example.com/page"
            required
            {...register('url')}
            error={errors.url && CONTENT_REQUEST.urlRequired}
          />
          <Textarea
            label="Description"
            description="What your visitors ask that this page answers."
            rows={3}
            {...register('description')}
            error={errors.description?.message}
          />
          <NativeSelect label="Priority" data={REQUEST_PRIORITIES} {...register('priority')} />
          <NoticeAlert notice={notice} />
          <Group justify="flex-end">
            <Button type="submit" loading={submit.isPending}>
              Submit Request
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
