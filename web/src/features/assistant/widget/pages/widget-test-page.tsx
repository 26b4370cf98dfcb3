import { WIDGET_POSITIONS } from '@landline/event-schemas';
import { Anchor, Box, Button, Flex, NativeSelect, Skeleton } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import common from '../../../../shared/ui/common.module.css';
import { Page } from '../../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../../shared/ui/states.tsx';
import { useClients } from '../../../clients/clients/api/clients.ts';
import { useVersions } from '../api/client-widget.ts';
import classes from '../components/widget.module.css';
import { useWidgetScript } from '../use-widget-script.ts';

/** Time the switching message stays visible, in milliseconds (spec 002 §2). */
const SWITCHING_MS = 100;

/** /ai/widget/test: a client's widget on a simulated page. */
export function Component() {
  const [{ clientId, position, widget_version }, set] = useQueryStates({
    clientId: parseAsString,
    position: parseAsStringLiteral(WIDGET_POSITIONS),
    widget_version: parseAsString,
  });
  const { data, error, refetch } = useClients();
  const clients = data?.filter(({ has_ai_assistant, active }) => has_ai_assistant && active);
  const client = clients?.find(({ id }) => id === clientId) ?? clients?.[0];
  const [isSwitching, setSwitching] = useState(false);
  useEffect(() => {
    if (!isSwitching) return;
    const timer = setTimeout(() => setSwitching(false), SWITCHING_MS);
    return () => clearTimeout(timer);
  }, [isSwitching]);
  const widget = useWidgetScript(isSwitching || !client ? null : client.id, {
    position: position ?? undefined,
    version: widget_version,
  });
  return (
    <Page title="Widget Testing" subtitle="Try the widget as a visitor to the client's website.">
      {!clients ? (
        error ? (
          <ErrorState title="Error Loading Clients" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={420} role="status" aria-label="Loading clients" />
        )
      ) : !client ? (
        <EmptyState
          title="No clients available"
          icon={IconBuildingStore}
          action={
            <Anchor component={Link} to="/ai/add-client" size="sm">
              Add Client
            </Anchor>
          }
        />
      ) : (
        <div className={classes.stack} style={{ maxWidth: 'none' }}>
          <Flex gap={12} wrap="wrap" align="end">
            <NativeSelect
              label="Client"
              data={clients.map(({ id, name }) => ({ value: id, label: name }))}
              value={client.id}
              onChange={({ currentTarget }) => {
                setSwitching(true);
                void set({ clientId: currentTarget.value, widget_version: null });
              }}
            />
            <NativeSelect
              label="Position"
              data={[{ value: '', label: 'As configured' }, ...WIDGET_POSITIONS]}
              value={position ?? ''}
              onChange={({ currentTarget }) =>
                void set({ position: WIDGET_POSITIONS.find((each) => each === currentTarget.value) ?? null })
              }
            />
            <VersionSelect
              clientId={client.id}
              version={widget_version}
              onChoose={(version) => void set({ widget_version: version })}
            />
            <Button variant="default" onClick={widget.hide}>
              Hide for 30 seconds
            </Button>
          </Flex>
          <p className={common.quiet} role="status">
            {isSwitching ? 'Switching client widget...' : `Current Client: ${client.name}`}
            {widget_version && ` (version ${widget_version})`}
            {!isSwitching &&
              widget.state === 'failed' &&
              '. The widget could not be loaded. Reload the page.'}
          </p>
          <Box
            component="section"
            mih={460}
            p={32}
            bd="1px solid var(--line)"
            bdrs={8}
            aria-label="Simulated page"
          >
            <h2>{client.name}</h2>
            <p className={common.quiet}>{client.primary_domain}</p>
            <p>
              This page simulates the client's website. Ask the widget a question; it answers from the pages
              the assistant has learned. Conversations here are marked as tests.
            </p>
          </Box>
        </div>
      )}
    </Page>
  );
}

interface VersionSelectProps {
  clientId: string;
  version: string | null;
  onChoose: (version: string | null) => void;
}

/** Selects the version to try (spec 002 §2). */
function VersionSelect({ clientId, version, onChoose }: VersionSelectProps) {
  const { data } = useVersions(clientId);
  return (
    <NativeSelect
      label="Version"
      data={[
        { value: '', label: 'Live version' },
        ...(data?.versions ?? []).map(({ versionId, description }) => ({
          value: versionId,
          label: versionId === data?.defaultVersionId ? `${description} (default)` : description,
        })),
      ]}
      value={version ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || null)}
    />
  );
}
