import type { CityDataset } from '@landline/api/grants/contract';
import { Button, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { messageOr } from '../../../shared/http/errors.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { useGrant } from '../api/grant-access.ts';
import { useCities } from '../api/list-cities.ts';
import { GRANTS, SHOWN_MS } from '../texts.ts';
import classes from './dataset-access.module.css';
import { ZipCodePicker } from './zip-code-picker.tsx';

type Mode = 'city' | 'zipcodes';

const NO_CITIES: readonly CityDataset[] = [];

/**
 * Grants a client a city, or some of its zip codes (spec 001 §5). `waits`: the client is still to be chosen, among
 * `children`; nothing can be sent before, and the form says what it waits for.
 */
export function GrantForm({
  clientId,
  children,
  waits,
}: {
  clientId: string;
  children?: ReactNode;
  waits?: boolean;
}) {
  const { data: cities = NO_CITIES, isPending } = useCities();
  const grant = useGrant();
  const { notice, show } = useNotice();
  const [cityId, setCityId] = useState('');
  const [mode, setMode] = useState<Mode>('city');
  const [zipIds, setZipIds] = useState<readonly string[]>([]);
  const city = cities.find(({ city_id }) => city_id === cityId);

  const isWaiting = waits === true && !(clientId && city);
  const missing = useId();
  const refuse = (text: string) => show({ kind: 'error', text, forMs: SHOWN_MS });
  const submit = () => {
    if (!clientId || !city) return refuse(waits ? GRANTS.clientAndCity : GRANTS.city);
    if (mode === 'zipcodes' && zipIds.length === 0) return refuse(GRANTS.zipCodes);
    const what = mode === 'zipcodes' ? { zipcodeDatasetIds: zipIds } : {};
    grant.mutate(
      { clientId, cityDatasetId: city.city_id, ...what },
      {
        onSuccess: ({ message }) => {
          setZipIds([]);
          show({ kind: 'success', text: message, forMs: SHOWN_MS });
        },
        onError: (error) =>
          refuse(messageOr(error, mode === 'city' ? GRANTS.cityFailed : GRANTS.zipCodesFailed)),
      },
    );
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
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
            { value: '', label: isPending ? 'Loading…' : 'Select a city' },
            ...cities.map(({ city_id, city_name, city_count }) => ({
              value: city_id,
              label: `${city_name} (${formatCount(city_count)})`,
            })),
          ]}
        />
        <SegmentedControl
          aria-label="What is granted"
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          data={[
            { value: 'city', label: 'Full city' },
            { value: 'zipcodes', label: 'Selected ZIP codes' },
          ]}
        />
        {mode === 'zipcodes' && city && (
          <ZipCodePicker key={cityId} zipCodes={city.zipcodes} picked={zipIds} onPick={setZipIds} />
        )}
        <div>
          <Button
            type="submit"
            loading={grant.isPending}
            disabled={isWaiting}
            aria-describedby={isWaiting ? missing : undefined}
          >
            Grant Access
          </Button>
          {isWaiting && (
            <p id={missing} className={classes.missing}>
              {GRANTS.clientAndCity}
            </p>
          )}
        </div>
        <NoticeAlert notice={notice} />
      </Stack>
    </form>
  );
}
