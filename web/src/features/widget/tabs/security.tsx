import { RATE_LIMIT, securitySettings, TOKEN_EXPIRY } from '@landline/api/widget/contract';
import { Button, Code, Group, NumberInput, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { messageOr } from '../../../shared/http/errors.ts';
import { DOMAINS, SECURITY, WIDGET } from '../../../shared/messages.ts';
import { NoticeAlert } from '../../../shared/notice/notice-alert.tsx';
import { useNotice } from '../../../shared/notice/use-notice.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { ErrorState } from '../../../shared/ui/states.tsx';
import { DomainsInput } from '../../clients/components/domains-input.tsx';
import { authorizedDomainProblem } from '../../clients/domain-rules.ts';
import { useDomains, useNewSecret, useSaveDomains, useSaveSecurity, useSecurity } from '../api/of-client.ts';
import classes from '../components/widget.module.css';

const SHOWN_MS = 5_000;

/** Where the widget may stand, how often it may be asked, and what signs its users (spec 002 §5, §9). */
export function Security({ clientId }: { clientId: string }) {
  return (
    <div className={classes.stack}>
      <AuthorizedDomains clientId={clientId} />
      <SecuritySettings clientId={clientId} />
      <IdentitySecret clientId={clientId} />
    </div>
  );
}

function AuthorizedDomains({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useDomains(clientId);
  const save = useSaveDomains(clientId);
  const { notice, show } = useNotice();
  const [domains, setDomains] = useState<string[]>();
  useEffect(() => setDomains((typed) => typed ?? data?.domains), [data]);
  if (!domains) {
    return (
      <Card title="Authorized Domains">
        {error ? (
          <ErrorState
            title={DOMAINS.loadFailed}
            error={error}
            onRetry={() => void refetch()}
            otherwise={DOMAINS.loadUnreachable}
          />
        ) : (
          <Skeleton height={120} role="status" aria-label="Loading the domains" />
        )}
      </Card>
    );
  }
  const submit = () =>
    save.mutate(
      { domains },
      {
        onSuccess: () => show({ kind: 'success', text: DOMAINS.saved, forMs: SHOWN_MS }),
        onError: (failed) =>
          show({ kind: 'error', text: messageOr(failed, DOMAINS.saveFailed), forMs: SHOWN_MS }),
      },
    );
  return (
    <Card title="Authorized Domains">
      <Stack gap="md">
        <DomainsInput
          label="Domains"
          description="Beside the primary domain and its www, which always may. *.example.com stands for every subdomain."
          value={domains}
          onChange={setDomains}
          check={authorizedDomainProblem}
          duplicate={DOMAINS.duplicate}
        />
        {domains.length === 0 && (
          <p className={classes.quiet}>No authorized domains beside the primary domain and its www.</p>
        )}
        <NoticeAlert notice={notice} />
        <Group justify="flex-end">
          <Button onClick={submit} loading={save.isPending}>
            Save Domains
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

const FIELDS = [
  {
    name: 'rateLimitPerMinute',
    label: 'Rate limit',
    description: 'Requests per minute of one visitor',
    limits: RATE_LIMIT,
  },
  {
    name: 'tokenExpiryMinutes',
    label: 'Token expiry',
    description: 'Minutes until the widget has to prove again where it stands',
    limits: TOKEN_EXPIRY,
  },
] as const;

function SecuritySettings({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useSecurity(clientId);
  const save = useSaveSecurity(clientId);
  const { notice, show } = useNotice();
  const [typed, setTyped] = useState<Partial<Record<(typeof FIELDS)[number]['name'], number | string>>>({});
  if (!data) {
    return (
      <Card title="Security Settings">
        {error ? (
          <ErrorState
            title="The security settings could not be loaded"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={160} role="status" aria-label="Loading the security settings" />
        )}
      </Card>
    );
  }
  const { hasSecret: _, ...known } = data;
  const checked = securitySettings.safeParse({ ...known, ...typed });
  const problemOf = (name: string) => checked.error?.issues.find(({ path }) => path[0] === name)?.message;
  const submit = () => {
    if (!checked.success) return;
    save.mutate(checked.data, {
      onSuccess: () => {
        setTyped({});
        show({ kind: 'success', text: SECURITY.saved, forMs: SHOWN_MS });
      },
      onError: (failed) => show({ kind: 'error', text: messageOr(failed, WIDGET.settingsFailed) }),
    });
  };
  return (
    <Card title="Security Settings">
      <Stack gap="md">
        {FIELDS.map(({ name, label, description, limits }) => (
          <div key={name}>
            <NumberInput
              label={label}
              description={description}
              allowDecimal={false}
              min={limits.min}
              max={limits.max}
              clampBehavior="none"
              value={typed[name] ?? data[name]}
              onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
              error={problemOf(name)}
            />
            <Group gap="xs" mt={6}>
              {limits.presets.map((preset) => (
                <Button
                  key={preset}
                  size="compact-xs"
                  variant="default"
                  aria-label={`${preset}: ${label}`}
                  onClick={() => setTyped((before) => ({ ...before, [name]: preset }))}
                >
                  {preset}
                </Button>
              ))}
            </Group>
          </div>
        ))}
        <NoticeAlert notice={notice} />
        <Group justify="flex-end">
          <Button onClick={submit} disabled={!checked.success} loading={save.isPending}>
            Save Security Settings
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** Shown once, when it is made. */
function IdentitySecret({ clientId }: { clientId: string }) {
  const { data } = useSecurity(clientId);
  const make = useNewSecret(clientId);
  const { notice, show } = useNotice();
  return (
    <Card title="Identified users">
      <Stack gap="md">
        <p className={classes.quiet}>
          Sign a user's id on your server with HMAC-SHA-256 and this secret, and give both to{' '}
          <Code>landline('identify', {'{ userId, signature }'})</Code>: the user's conversation is then found
          on every device. Without a signature, a name opens nothing.
        </p>
        {make.data && (
          <div>
            <pre className={classes.code}>{make.data.secret}</pre>
            <p className={classes.quiet}>Keep it now: it is not shown again.</p>
          </div>
        )}
        <NoticeAlert notice={notice} />
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={make.isPending}
            onClick={() =>
              make.mutate(undefined, {
                onError: (failed) => show({ kind: 'error', text: messageOr(failed, WIDGET.settingsFailed) }),
              })
            }
          >
            {data?.hasSecret ? 'Make a new secret, and end the one before' : 'Make a secret'}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
