import type { CityDataset } from '@landline/api/property/dataset-access/contract';
import { Button, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { NOTICE_MS, reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { useCities, useGrantAccess } from '../api/dataset-access.ts';
import { MESSAGES } from '../messages.ts';
import { ZipCodePicker } from './zip-code-picker.tsx';

type Mode = 'city' | 'zipcodes';

const NO_CITIES: readonly CityDataset[] = [];

interface GrantFormProps {
  clientId: string;
  /** True if `children` is the client select. The button is then disabled, with a hint, until both are selected. */
  hasClientSelect?: boolean;
  children?: ReactNode;
}

/** Grants a client a city or some of its ZIP codes (spec 001 §5). */
export function GrantForm({ clientId, hasClientSelect = false, children }: GrantFormProps) {
  const { data: cities = NO_CITIES, isPending } = useCities();
  const grant = useGrantAccess();
  const { notice, show } = useNotice();
  const [cityId, setCityId] = useState('');
  const [mode, setMode] = useState<Mode>('city');
  const [zipIds, setZipIds] = useState<readonly string[]>([]);
  const city = cities.find(({ city_id }) => city_id === cityId);

  const isIncomplete = hasClientSelect && !(clientId && city);
  const hint = useId();
  const showError = (text: string) => show({ kind: 'error', text, forMs: NOTICE_MS });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!city) return showError(MESSAGES.city);
    if (mode === 'zipcodes' && zipIds.length === 0) return showError(MESSAGES.zipCodes);
    const limit = mode === 'zipcodes' && { zipcodeDatasetIds: zipIds };
    grant.mutate(
      { clientId, cityDatasetId: city.city_id, ...limit },
      reportOutcome(
        show,
        ({ message }) => message,
        mode === 'city' ? MESSAGES.cityFailed : MESSAGES.zipCodesFailed,
        () => setZipIds([]),
      ),
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        <NativeSelect
          label="City"
          disabled={isPending}
          value={cityId}
          onChange={({ currentTarget }) => {
            setCityId(currentTarget.value);
            setZipIds([]);
          }}
          data={[
            { value: '', label: isPending ? 'Loading...' : 'Select a city' },
            ...cities.map(({ city_id, city_name, city_count }) => ({
              value: city_id,
              label: `${city_name} (${formatCount(city_count)})`,
            })),
          ]}
        />
        <SegmentedControl
          aria-label="Scope"
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          data={[
            { value: 'city', label: 'Full city' },
            { value: 'zipcodes', label: 'Selected ZIP codes' },
          ]}
        />
        {mode === 'zipcodes' && city && (
          <ZipCodePicker key={cityId} zipCodes={city.zipcodes} selectedIds={zipIds} onSelect={setZipIds} />
        )}
        <div>
          <Button
            type="submit"
            loading={grant.isPending}
            disabled={isIncomplete}
            aria-describedby={isIncomplete ? hint : undefined}
          >
            Grant Access
          </Button>
          {isIncomplete && (
            <Text id={hint} fz="sm" c="dimmed" mt={6}>
              {MESSAGES.clientAndCity}
            </Text>
          )}
        </div>
        <NoticeAlert notice={notice} />
      </Stack>
    </form>
  );
}
