import { type WidgetConfiguration, widgetConfiguration } from '@landline/api/assistant/widget/contract';
import { WIDGET_POSITIONS } from '@landline/event-schemas';
import { NativeSelect, NumberInput, Stack, Textarea } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { useState } from 'react';
import { editsSince } from '../../../../shared/edits-since.ts';
import { WIDGET } from '../../../../shared/messages.ts';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { useConfiguration, useSaveConfiguration } from '../api/client-widget.ts';
import { FormFooter } from '../components/form-footer.tsx';
import { problemsOf } from '../problems-of.ts';

/** Widget position and proactive message. */
export function Behavior({ clientId }: { clientId: string }) {
  return (
    <Card title="Behavior">
      <QueryBody
        query={useConfiguration(clientId)}
        errorTitle="The settings could not be loaded"
        skeleton={160}
      >
        {(configuration) => <BehaviorForm clientId={clientId} configuration={configuration} />}
      </QueryBody>
    </Card>
  );
}

interface BehaviorFormProps {
  clientId: string;
  configuration: WidgetConfiguration;
}

function BehaviorForm({ clientId, configuration }: BehaviorFormProps) {
  const save = useSaveConfiguration(clientId);
  const { notice, show } = useNotice();
  const [edits, setEdits] = useState<Partial<Record<keyof WidgetConfiguration, string | number>>>({});
  const values = { ...configuration, ...edits };
  const checked = widgetConfiguration.safeParse(values);
  const isChanged = checked.success && !shallowEqual(checked.data, configuration);
  const problems = problemsOf(checked);
  const set = (change: typeof edits) => setEdits((before) => ({ ...before, ...change }));
  const submit = () =>
    checked.success &&
    save.mutate(
      checked.data,
      reportOutcome(show, WIDGET.settingsSaved, WIDGET.settingsFailed, () =>
        setEdits((current) => editsSince(edits, current)),
      ),
    );
  return (
    <Stack gap="md">
      <NativeSelect
        label="Position"
        data={[...WIDGET_POSITIONS]}
        value={values.position}
        onChange={({ currentTarget }) => set({ position: currentTarget.value })}
      />
      <Textarea
        label="Proactive message"
        description="Appears beside the closed widget after a delay. Leave empty to turn it off."
        rows={2}
        maxLength={200}
        value={values.proactiveMessage ?? ''}
        onChange={({ currentTarget }) => set({ proactiveMessage: currentTarget.value })}
        error={problems.proactiveMessage}
      />
      <NumberInput
        label="Delay in seconds"
        allowDecimal={false}
        min={0}
        max={600}
        clampBehavior="none"
        value={values.proactiveDelaySeconds}
        onChange={(value) => set({ proactiveDelaySeconds: value })}
        error={problems.proactiveDelaySeconds}
      />
      <FormFooter
        notice={notice}
        label="Save Behavior"
        isPending={save.isPending}
        isDisabled={!isChanged}
        onSave={submit}
      />
    </Stack>
  );
}
