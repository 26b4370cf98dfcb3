import { ActionIcon, Box, Group, NumberInput, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../format.ts';
import common from './common.module.css';
import classes from './pager.module.css';
import { pageWindow, targetPage } from './paging.ts';

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

/** Links to the adjacent pages and to five around the current one, and a field to go to any page. */
export function Pager({ page, totalPages, onPage }: PagerProps) {
  const [input, setInput] = useState<string | number>('');
  if (totalPages <= 1) return null;
  const target = targetPage(input, page, totalPages);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (target === null) return;
    setInput('');
    onPage(target);
  };
  return (
    <Group component="nav" aria-label="Pages" gap={4}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={18} stroke={1.7} />
      </ActionIcon>
      {pageWindow(page, totalPages).map((shown) => (
        <UnstyledButton
          key={shown}
          className={`${classes.page} num`}
          aria-label={`Page ${shown}`}
          aria-current={shown === page ? 'page' : undefined}
          onClick={() => shown !== page && onPage(shown)}
        >
          {formatCount(shown)}
        </UnstyledButton>
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Next page"
        disabled={page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={18} stroke={1.7} />
      </ActionIcon>
      <form onSubmit={submit} className={classes.goTo}>
        <NumberInput
          aria-label={`Go to page, 1 to ${totalPages}`}
          placeholder="Go to"
          size="xs"
          w={72}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={input}
          onChange={setInput}
        />
        <Box component="span" fz="sm" c="dimmed" className={common.nowrap ?? ''}>
          of {formatCount(totalPages)}
        </Box>
      </form>
    </Group>
  );
}
