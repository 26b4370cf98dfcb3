import '@mantine/core/styles/ColorInput.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import {
  BRANDING_LENGTHS,
  type Branding,
  branding as brandingSchema,
  DEFAULT_HEADER_COLOR,
} from '@landline/api/assistant/branding/contract';
import { ColorInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { WIDGET } from '../../../../shared/messages.ts';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import { useZodForm } from '../../../../shared/use-zod-form.ts';
import { useSaveBranding } from '../api/branding.ts';
import { BrandingPreview } from './branding-preview.tsx';
import { FormFooter } from './form-footer.tsx';
import classes from './widget.module.css';

const TEXTS = [
  ['botName', 'Bot name'],
  ['placeholderText', 'Placeholder text'],
  ['widgetButtonText', 'Widget button text'],
] as const;
const COLORS = [
  ['primaryColor', 'Primary color'],
  ['userLinkColor', 'User link color'],
  ['aiLinkColor', 'AI link color'],
] as const;

interface BrandingFormProps {
  /** Null for the global branding. */
  clientId: string | null;
  branding: Branding;
  /** Message after a successful save. */
  saved: string;
}

/** Widget appearance and texts with a live preview (spec 002 §3, §5). */
export function BrandingForm({ clientId, branding, saved }: BrandingFormProps) {
  const save = useSaveBranding(clientId);
  const { notice, show } = useNotice();
  const [headerColor, setHeaderColor] = useState(DEFAULT_HEADER_COLOR);
  const { control, field, formState, handleSubmit } = useZodForm(brandingSchema, {
    values: branding,
    resetOptions: { keepDirtyValues: true },
    mode: 'onChange',
  });
  const { isDirty } = formState;
  const values = useWatch({ control });
  const submit = handleSubmit((body) => save.mutate(body, reportOutcome(show, saved, WIDGET.settingsFailed)));
  return (
    <div className={classes.columns}>
      <Card title="Visual Settings">
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            {TEXTS.map(([name, label]) => (
              <TextInput key={name} label={label} maxLength={BRANDING_LENGTHS[name]} {...field(name)} />
            ))}
            <Textarea
              label="Welcome message"
              rows={3}
              maxLength={BRANDING_LENGTHS.welcomeMessage}
              {...field('welcomeMessage')}
            />
            <TextInput label="Logo URL" type="url" placeholder="https://" {...field('logoUrl')} />
            {COLORS.map(([name, label]) => (
              <Controller
                key={name}
                control={control}
                name={name}
                render={({ field, fieldState }) => (
                  <ColorInput
                    label={label}
                    description="Hex or rgba"
                    format={field.value?.startsWith('rgba') ? 'rgba' : 'hex'}
                    fixOnBlur={false}
                    eyeDropperButtonProps={{
                      'aria-label': `Pick the ${label.toLowerCase()} from the screen`,
                    }}
                    value={field.value ?? ''}
                    onChange={field.onChange}
                    onBlur={field.onBlur}
                    error={fieldState.error?.message}
                  />
                )}
              />
            ))}
            {clientId !== null && (
              <ColorInput
                label="Header color"
                description="Text color of the header in this preview. It is not saved."
                eyeDropperButtonProps={{ 'aria-label': 'Pick the header color from the screen' }}
                value={headerColor}
                onChange={setHeaderColor}
              />
            )}
            <FormFooter
              notice={notice}
              label="Save Settings"
              isPending={save.isPending}
              isDisabled={!isDirty}
            />
          </Stack>
        </form>
      </Card>
      <BrandingPreview
        branding={{ ...branding, ...values }}
        headerColor={clientId === null ? null : headerColor}
      />
    </div>
  );
}
