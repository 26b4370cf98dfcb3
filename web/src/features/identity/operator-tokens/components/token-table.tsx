import type { OperatorToken } from '@landline/api/identity/operator-tokens/contract';
import { Button } from '@mantine/core';
import { formatDate } from '../../../../shared/format.ts';
import { DataTable } from '../../../../shared/ui/data-table.tsx';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { SCOPE_LABELS, STATUS_LABELS } from '../labels.ts';

interface TokenTableProps {
  tokens: readonly OperatorToken[];
  onRevoke: (token: OperatorToken) => void;
}

/** Lists operator tokens, newest first. */
export function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  return (
    <DataTable
      label="Operator tokens"
      rows={tokens}
      keyOf={({ id }) => id}
      stacks
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        {
          header: 'Permissions',
          isLabeled: true,
          cell: ({ scopes }) => scopes.map((scope) => SCOPE_LABELS[scope]).join('; '),
        },
        {
          header: 'Issued',
          isLabeled: true,
          cell: ({ createdAt, issuedBy }) => `${formatDate(createdAt)} by ${issuedBy.name ?? issuedBy.id}`,
        },
        { header: 'Expires', isLabeled: true, cell: ({ expiresAt }) => formatDate(expiresAt) },
        { header: 'Last used', isLabeled: true, cell: ({ lastUsedAt }) => formatDate(lastUsedAt) },
        {
          header: 'Status',
          cell: ({ status }) => (
            <Tag tone={status === 'active' ? 'good' : 'quiet'}>{STATUS_LABELS[status]}</Tag>
          ),
        },
        {
          header: 'Actions',
          isHeaderHidden: true,
          cell: (token) =>
            token.status === 'active' && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Revoke ${token.name}`}
                onClick={() => onRevoke(token)}
              >
                Revoke
              </Button>
            ),
        },
      ]}
    />
  );
}
