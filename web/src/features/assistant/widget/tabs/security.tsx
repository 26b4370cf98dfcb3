import {
  RATE_LIMIT,
  type SecurityResponse,
  securitySettings,
  TOKEN_EXPIRY,
} from '@landline/api/assistant/widget/contract';
import { Button, Code, Group, NumberInput, Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { editsSince } from '../../../../shared/edits-since.ts';
import { messageOr } from '../../../../shared/http/errors.ts';
import { DOMAINS, SECURITY, WIDGET } from '../../../../shared/messages.ts';
import { reportOutcome } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { QueryBody } from '../../../../shared/ui/query-body.tsx';
import { ErrorState } from '../../../../shared/ui/states.tsx';
import { DomainsInput } from '../../../clients/clients/components/domains-input.tsx';
import { authorizedDomainProblem } from '../../../clients/clients/domain-rules.ts';
import {
  useDomains,
  useNewSecret,
  useSaveDomains,
  useSaveSecurity,
  useSecurity,
} from '../api/client-widget.ts';
import { FormFooter } from '../components/form-footer.tsx';
import classes from '../components/widget.module.css';
import { problemsOf } from '../problems-of.ts';

/** Authorized domains, limits and the identity secret (spec 002 §5, §9). */
export function Security({ clientId }: { clientId: string }) {
  return (
    <div className={classes.stack}>
      <AuthorizedDomains clientId={clientId} />
      <Card title="Security Settings">
        <QueryBody
          query={useSecurity(clientId)}
          errorTitle="The security settings could not be loaded"
          skeleton={160}
        >
          {(settings) => <SecuritySettings clientId={clientId} settings={settings} />}
        </QueryBody>
      </Card>
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
  return (
    <Card title="Authorized Domains">
      {domains ? (
        <Stack gap="md">
          <DomainsInput
            label="Domains"
            description="The primary domain and its www subdomain are always authorized. Use *.example.com for all subdomains."
            value={domains}
            onChange={setDomains}
            check={authorizedDomainProblem}
            duplicate={DOMAINS.duplicate}
          />
          {domains.length === 0 && (
            <p className={common.quiet}>
              No authorized domains other than the primary domain and its www subdomain.
            </p>
          )}
          <FormFooter
            notice={notice}
            label="Save Domains"
            isPending={save.isPending}
            onSave={() => save.mutate({ domains }, reportOutcome(show, DOMAINS.saved, DOMAINS.saveFailed))}
          />
        </Stack>
      ) : error ? (
        <ErrorState
          title={DOMAINS.loadFailed}
          error={error}
          onRetry={() => void refetch()}
          fallbackMessage={DOMAINS.loadUnreachable}
        />
      ) : (
        <Skeleton height={120} role="status" aria-label="Loading the domains" />
      )}
    </Card>
  );
}

const FIELDS = [
  {
    name: 'rateLimitPerMinute',
    label: 'Rate limit',
    description: 'Requests per minute for each visitor',
    limits: RATE_LIMIT,
  },
  {
    name: 'tokenExpiryMinutes',
    label: 'Token expiry',
    description: 'Minutes before the widget renews its token',
    limits: TOKEN_EXPIRY,
  },
] as const;

interface SecuritySettingsProps {
  clientId: string;
  settings: SecurityResponse;
}

function SecuritySettings({ clientId, settings: { hasSecret: _, ...settings } }: SecuritySettingsProps) {
  const save = useSaveSecurity(clientId);
  const { notice, show } = useNotice();
  const [edits, setEdits] = useState<Partial<Record<(typeof FIELDS)[number]['name'], number | string>>>({});
  const checked = securitySettings.safeParse({ ...settings, ...edits });
  const problems = problemsOf(checked);
  const submit = () =>
    checked.success &&
    save.mutate(
      checked.data,
      reportOutcome(show, SECURITY.saved, WIDGET.settingsFailed, () =>
        setEdits((current) => editsSince(edits, current)),
      ),
    );
  return (
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
            value={edits[name] ?? settings[name]}
            onChange={(value) => setEdits((before) => ({ ...before, [name]: value }))}
            error={problems[name]}
          />
          <Group gap="xs" mt={6}>
            {limits.presets.map((preset) => (
              <Button
                key={preset}
                size="compact-xs"
                variant="default"
                aria-label={`Set ${label.toLowerCase()} to ${preset}`}
                onClick={() => setEdits((before) => ({ ...before, [name]: preset }))}
              >
                {preset}
              </Button>
            ))}
          </Group>
        </div>
      ))}
      <FormFooter
        notice={notice}
        label="Save Security Settings"
        isPending={save.isPending}
        isDisabled={!checked.success}
        onSave={submit}
      />
    </Stack>
  );
}

/** Creates or replaces the secret; a new secret is shown only once. */
function IdentitySecret({ clientId }: { clientId: string }) {
  const { data } = useSecurity(clientId);
  const create = useNewSecret(clientId);
  const { notice, show } = useNotice();
  const onError = (error: unknown) => show({ kind: 'error', text: messageOr(error, WIDGET.settingsFailed) });
  return (
    <Card title="Identified Users">
      <Stack gap="md">
        <p className={common.quiet}>
          To give signed-in users the same conversation on every device, sign their user ID on your server
          with HMAC-SHA-256 and this secret, and pass both to{' '}
          <Code>landline('identify', {'{ userId, signature }'})</Code>. User IDs without a valid signature are
          ignored.
        </p>
        {create.data && (
          <div>
            <pre className={classes.code}>{create.data.secret}</pre>
            <p className={common.quiet}>Copy the secret now. It will not be shown again.</p>
          </div>
        )}
        <FormFooter
          notice={notice}
          label={data?.hasSecret ? 'Replace secret' : 'Create secret'}
          variant="default"
          isPending={create.isPending}
          onSave={() => create.mutate(undefined, { onError })}
        />
      </Stack>
    </Card>
  );
}
