import { contentRequestBody } from '@landline/api/assistant/content-requests/contract';
import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { messageOr } from '../../../../shared/http/errors.ts';
import { CONTENT_REQUEST } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { NOTICE_MS } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useSubmitRequest } from '../api/content-requests.ts';
import { REQUEST_PRIORITIES } from './badges.tsx';

/** Form to request a page for the assistant (spec 000 §5, §7). */
export function RequestForm({ clientId, clientName }: { clientId: string; clientName: string }) {
  const submit = useSubmitRequest();
  const { notice, show } = useNotice();
  const [requestedUrl, setRequestedUrl] = useQueryState('request');
  const { field, getValues, handleSubmit, register, reset, setFocus, setValue } = useZodForm(
    contentRequestBody,
    { defaultValues: { clientId, clientName, url: '', description: '', priority: 'medium' as const } },
  );
  // "Request a change" in the list of pages fills in the URL.
  useEffect(() => {
    if (requestedUrl === null) return;
    setValue('url', requestedUrl);
    setFocus('description');
    void setRequestedUrl(null);
  }, [requestedUrl, setRequestedUrl, setValue, setFocus]);
  const send = () =>
    submit.mutate(getValues(), {
      onSuccess: ({ message }) => {
        reset();
        show({ kind: 'success', text: message, forMs: NOTICE_MS });
      },
      onError: (error) =>
        show({
          kind: 'error',
          text: messageOr(error, CONTENT_REQUEST.failed, CONTENT_REQUEST.network),
          forMs: NOTICE_MS,
        }),
    });
  return (
    <Card title="Request Content">
      <form onSubmit={handleSubmit(send)} noValidate>
        <Stack gap="md">
          <TextInput label="URL" placeholder="https://example.com/page" required {...field('url')} />
          <Textarea
            label="Description"
            description="Questions that this page answers for your visitors."
            rows={3}
            {...field('description')}
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
