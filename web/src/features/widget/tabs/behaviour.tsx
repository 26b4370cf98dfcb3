import { type WidgetConfiguration, widgetConfiguration } from '@landline/api/widget/contract';
import { WIDGET_POSITIONS } from '@landline/event-schemas';
import { Button, Group, NativeSelect, NumberInput, Skeleton, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { messageOr } from '../../../shared/http/errors.ts';
import { WIDGET } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { useConfiguration, useSaveConfiguration } from '../api/of-client.ts';

/** Where the widget stands, and whether it speaks first. */
export function Behaviour({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useConfiguration(clientId);
  const save = useSaveConfiguration(clientId);
  const { notice, show } = useNotice();
  const [typed, setTyped] = useState<Partial<Record<keyof WidgetConfiguration, string | number>>>({});
  if (!data) {
    return (
      <Card title="Behavior">
        {error ? (
          <ErrorState title="The settings could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={160} role="status" aria-label="Loading the settings" />
        )}
      </Card>
    );
  }
  const now = { ...data, ...typed };
  const checked = widgetConfiguration.safeParse(now);
  const set = (change: typeof typed) => setTyped((before) => ({ ...before, ...change }));
  const problemOf = (name: string) => checked.error?.issues.find(({ path }) => path[0] === name)?.message;
  return (
    <Card title="Behavior">
      <Stack gap="md">
        <NativeSelect
          label="Position"
          data={[...WIDGET_POSITIONS]}
          value={now.position}
          onChange={({ currentTarget }) => set({ position: currentTarget.value })}
        />
        <Textarea
          label="Proactive message"
          description="Said beside the closed widget after a while. Empty: it stays silent."
          rows={2}
          maxLength={200}
          value={now.proactiveMessage ?? ''}
          onChange={({ currentTarget }) => set({ proactiveMessage: currentTarget.value })}
          error={problemOf('proactiveMessage')}
        />
        <NumberInput
          label="Seconds before it is said"
          allowDecimal={false}
          min={0}
          max={600}
          clampBehavior="none"
          value={now.proactiveDelaySeconds}
          onChange={(value) => set({ proactiveDelaySeconds: value })}
          error={problemOf('proactiveDelaySeconds')}
        />
        <NoticeAlert notice={notice} />
        <Group justify="flex-end">
          <Button
            disabled={!checked.success || Object.keys(typed).length === 0}
            loading={save.isPending}
            onClick={() =>
              checked.success &&
              save.mutate(checked.data, {
                onSuccess: () => {
                  setTyped({});
                  show({ kind: 'success', text: WIDGET.settingsSaved, forMs: 5_000 });
                },
                onError: (failed) => show({ kind: 'error', text: messageOr(failed, WIDGET.settingsFailed) }),
              })
            }
          >
            Save Behavior
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
