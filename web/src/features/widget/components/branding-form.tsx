import '@mantine/core/styles/ColorInput.layer.css';
import '@mantine/core/styles/ColorPicker.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { zodResolver } from '@hookform/resolvers/zod';
import {
  BRANDING_LENGTHS,
  type Branding,
  branding as brandingSchema,
  DEFAULT_HEADER_COLOR,
} from '@landline/api/branding/contract';
import { Button, ColorInput, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { messageOr } from '../../../shared/http/errors.ts';
import { WIDGET } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { useSaveBranding } from '../api/branding.ts';
import { BrandingPreview } from './branding-preview.tsx';
import classes from './widget.module.css';

const COLORS = [
  ['primaryColor', 'Primary color'],
  ['userLinkColor', 'User link color'],
  ['aiLinkColor', 'AI link color'],
] as const;
const SHOWN_MS = 5_000;

interface BrandingFormProps {
  /** Null: the global branding. */
  clientId: string | null;
  branding: Branding;
  /** What saving is answered with. */
  saved: string;
}

/** How a widget looks and what it says, with a preview of it as it is typed (spec 002 §3, §5). */
export function BrandingForm({ clientId, branding, saved }: BrandingFormProps) {
  const save = useSaveBranding(clientId);
  const { notice, show } = useNotice();
  const [headerColor, setHeaderColor] = useState(DEFAULT_HEADER_COLOR);
  const { control, formState, handleSubmit, register } = useForm({
    resolver: zodResolver(brandingSchema),
    values: branding,
    resetOptions: { keepDirtyValues: true },
    mode: 'onChange',
  });
  const { errors, isDirty } = formState;
  const typed = useWatch({ control });
  const submit = handleSubmit((body) =>
    save.mutate(body, {
      onSuccess: () => show({ kind: 'success', text: saved, forMs: SHOWN_MS }),
      onError: (error) => show({ kind: 'error', text: messageOr(error, WIDGET.settingsFailed) }),
    }),
  );
  return (
    <div className={classes.columns}>
      <Card title="Visual Settings">
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              label="Bot name"
              maxLength={BRANDING_LENGTHS.botName}
              {...register('botName')}
              error={errors.botName?.message}
            />
            <Textarea
              label="Welcome message"
              rows={3}
              maxLength={BRANDING_LENGTHS.welcomeMessage}
              {...register('welcomeMessage')}
              error={errors.welcomeMessage?.message}
            />
            <TextInput
              label="Placeholder text"
              maxLength={BRANDING_LENGTHS.placeholderText}
              {...register('placeholderText')}
              error={errors.placeholderText?.message}
            />
            <TextInput
              label="Widget button text"
              maxLength={BRANDING_LENGTHS.widgetButtonText}
              {...register('widgetButtonText')}
              error={errors.widgetButtonText?.message}
            />
            <TextInput
              label="Logo URL"
              type="url"
              placeholder="https://"
              {...register('logoUrl')}
              error={errors.logoUrl?.message}
            />
            {COLORS.map(([name, label]) => (
              <Controller
                key={name}
                control={control}
                name={name}
                render={({ field }) => (
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
                    error={errors[name]?.message}
                  />
                )}
              />
            ))}
            {clientId !== null && (
              <ColorInput
                label="Header color"
                description="Of the text in the header, in this preview alone: it is not saved"
                eyeDropperButtonProps={{ 'aria-label': 'Pick the header color from the screen' }}
                value={headerColor}
                onChange={setHeaderColor}
              />
            )}
            <NoticeAlert notice={notice} />
            <Group justify="flex-end">
              <Button type="submit" disabled={!isDirty} loading={save.isPending}>
                Save Settings
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      <BrandingPreview
        branding={{ ...branding, ...typed }}
        headerColor={clientId === null ? null : headerColor}
      />
    </div>
  );
}
