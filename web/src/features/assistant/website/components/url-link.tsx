import { Anchor } from '@mantine/core';
import common from '../../../../shared/ui/common.module.css';
import { truncate } from '../truncate.ts';

/** Link that opens a page in a new tab; long text is truncated. */
export const UrlLink = ({
  url,
  text = url,
  maxLength,
}: {
  url: string;
  text?: string;
  maxLength: number;
}) => (
  <Anchor
    size="sm"
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    title={url}
    display="block"
    miw={180}
    className={common.wrap ?? ''}
  >
    {truncate(text, maxLength)}
  </Anchor>
);
