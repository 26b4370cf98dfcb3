import { WIDGET_POSITIONS } from '@landline/event-schemas';
import { Anchor, Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '../../../shared/ui/page.tsx';
import { EmptyState, ErrorState } from '../../../shared/ui/states.tsx';
import { useClients } from '../../clients/api/list-clients.ts';
import { useVersions } from '../api/of-client.ts';
import classes from '../components/widget.module.css';
import { useWidget } from '../use-widget.ts';

/** Spec 002 §2. */
const SWITCHING_MS = 100;

/** /ai/widget/test: a client's real widget on a page like theirs. */
export function Component() {
  const [{ clientId, position, widget_version }, set] = useQueryStates({
    clientId: parseAsString,
    position: parseAsStringLiteral(WIDGET_POSITIONS),
    widget_version: parseAsString,
  });
  const { data, error, refetch } = useClients();
  const clients = data?.filter(({ has_ai_assistant, active }) => has_ai_assistant && active);
  const client = clients?.find(({ id }) => id === clientId) ?? clients?.[0];
  const [switching, setSwitching] = useState(false);
  useEffect(() => {
    if (!switching) return;
    const timer = setTimeout(() => setSwitching(false), SWITCHING_MS);
    return () => clearTimeout(timer);
  }, [switching]);
  const widget = useWidget(switching || !client ? null : client.id, {
    position: position ?? undefined,
    version: widget_version,
  });
  return (
    <Page title="Widget Testing" subtitle="The widget as a visitor of the client's site meets it.">
      {!clients ? (
        error ? (
          <ErrorState title="Error Loading Clients" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={420} role="status" aria-label="Loading the clients" />
        )
      ) : !client ? (
        <EmptyState
          title="No clients available"
          icon={<IconBuildingStore size={24} stroke={1.5} />}
          action={
            <Anchor component={Link} to="/ai/add-client" size="sm">
              Add Client
            </Anchor>
          }
        />
      ) : (
        <div className={classes.stack} style={{ maxWidth: 'none' }}>
          <div className={classes.bar}>
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
          </div>
          <p className={classes.quiet} role="status">
            {switching ? 'Switching client widget...' : `Current Client: ${client.name}`}
            {widget_version && ` (version ${widget_version})`}
            {!switching && widget.state === 'failed' && ': the widget could not be loaded.'}
          </p>
          <section className={classes.site} aria-label="Simulated page">
            <h2>{client.name}</h2>
            <p className={classes.quiet}>{client.primary_domain}</p>
            <p>
              This page stands for one of the client's. Ask the widget what visitors ask: it answers from the
              pages that were learned, and these conversations are marked as tests.
            </p>
          </section>
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

/** Which version is tried: the one that the client's sites get, or another (spec 002 §2). */
function VersionSelect({ clientId, version, onChoose }: VersionSelectProps) {
  const { data } = useVersions(clientId);
  return (
    <NativeSelect
      label="Version"
      data={[
        { value: '', label: "As the client's sites get it" },
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
