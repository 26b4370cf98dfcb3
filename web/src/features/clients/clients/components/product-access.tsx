import type { ClientRecord } from '@landline/api/clients/clients/contract';
import { Box, Button } from '@mantine/core';
import { messageOr } from '../../../../shared/http/errors.ts';
import { PRODUCTS } from '../../../../shared/messages.ts';
import { NoticeAlert } from '../../../../shared/notice/notice-alert.tsx';
import { NOTICE_MS } from '../../../../shared/notice/report-outcome.ts';
import { useNotice } from '../../../../shared/notice/use-notice.ts';
import { PRODUCT_NAMES } from '../../../../shared/product.ts';
import { Card } from '../../../../shared/ui/card.tsx';
import common from '../../../../shared/ui/common.module.css';
import { Tag } from '../../../../shared/ui/tag.tsx';
import { useSetProducts } from '../api/clients.ts';
import classes from './product-access.module.css';

type Product = keyof typeof PRODUCT_NAMES;

/** Enables or disables each product of a client separately (spec 000 §4). */
export function ProductAccess({ client }: { client: Pick<ClientRecord, 'id' | 'name' | Product> }) {
  const setProducts = useSetProducts(client.id);
  const { notice, show } = useNotice();
  const toggle = (product: Product) => {
    setProducts.mutate(
      { [product]: !client[product] },
      {
        onSuccess: ({ message }) => show({ kind: 'success', text: message, forMs: NOTICE_MS }),
        onError: (error) => show({ kind: 'error', text: messageOr(error, PRODUCTS.failed) }),
      },
    );
  };
  return (
    <Card title="Product Access Management">
      <ul className={common.list}>
        {(Object.keys(PRODUCT_NAMES) as Product[]).map((product) => (
          <li key={product} className={classes.product}>
            <Box component="span" fw={550}>
              {PRODUCT_NAMES[product]}
            </Box>
            <Tag tone={client[product] ? 'good' : 'quiet'}>{client[product] ? 'Enabled' : 'Disabled'}</Tag>
            <Button
              variant="default"
              size="xs"
              loading={setProducts.isPending && setProducts.variables[product] !== undefined}
              disabled={setProducts.isPending}
              onClick={() => toggle(product)}
              aria-label={`${client[product] ? 'Disable' : 'Enable'} ${PRODUCT_NAMES[product]} for ${client.name}`}
            >
              {client[product] ? 'Disable' : 'Enable'}
            </Button>
          </li>
        ))}
      </ul>
      <NoticeAlert notice={notice} />
    </Card>
  );
}
