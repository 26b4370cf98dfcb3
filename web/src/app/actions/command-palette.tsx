import { Box, Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import common from '../../shared/ui/common.module.css';
import { type Action, matches } from './actions.ts';
import classes from './command-palette.module.css';
import { ShortcutKeys } from './shortcut-keys.tsx';
import { useSearchResults } from './use-search.ts';

interface CommandPaletteProps {
  actions: readonly Action[];
  opened: boolean;
  onClose: () => void;
}

interface Option {
  id: string;
  label: string;
  group: string;
  detail?: string;
  shortcut?: string | undefined;
  perform: () => void;
}

const DEBOUNCE_MS = 200;

/** Searches pages and commands, and for staff also clients and properties, from one field. */
export function CommandPalette({ actions, opened, onClose }: CommandPaletteProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={600} yOffset="12vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <Modal.Body p={0}>{opened && <Finder actions={actions} onClose={onClose} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Finder({ actions, onClose }: Omit<CommandPaletteProps, 'opened'>) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const [debouncedQuery] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const { options, maySearch, hasFailed } = useOptions(actions, query, debouncedQuery);
  const label = maySearch ? 'Search pages, clients and properties' : 'Search pages and commands';
  const current = options[Math.min(activeIndex, options.length - 1)];
  const run = (option: Option) => {
    onClose();
    option.perform();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const last = options.length - 1;
      const next = (Math.min(activeIndex, last) + step + options.length) % Math.max(options.length, 1);
      setActiveIndex(next);
      document.getElementById(`${id}-${options[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      run(current);
    }
  };
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} />
        <input
          className={classes.input}
          // biome-ignore lint/a11y/noAutofocus: users open the dialog to type in this field
          autoFocus
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.id}`}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setActiveIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {hasFailed && (
        <Box component="p" m={0} p="16px 16px 0" c="dimmed" ta="center" role="alert">
          Clients and properties could not be searched completely. Try again.
        </Box>
      )}
      {options.length === 0 ? (
        <Box component="p" m={0} p="32px 16px" c="dimmed" ta="center" role="status">
          Nothing found for “{query.trim()}”.
        </Box>
      ) : (
        <div role="listbox" id={`${id}-list`} aria-label="Results" className={classes.list}>
          {options.map((option, index) => (
            <div key={option.id}>
              {option.group !== options[index - 1]?.group && (
                <Box p="8px 10px 4px" fz="xs" fw={550} c="dimmed" aria-hidden="true">
                  {option.group}
                </Box>
              )}
              {/* The input keeps the focus and names the active option. */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
              <div
                role="option"
                id={`${id}-${option.id}`}
                aria-selected={option === current}
                className={classes.option}
                onClick={() => run(option)}
                onPointerMove={() => setActiveIndex(index)}
              >
                <Box component="span" miw={0} className={common.wrap ?? ''}>
                  {option.label}
                  {option.detail && (
                    <Box component="span" ml={8} fz="sm" c="dimmed">
                      {option.detail}
                    </Box>
                  )}
                </Box>
                {option.shortcut && <ShortcutKeys shortcut={option.shortcut} />}
              </div>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** Returns the matching actions immediately, and the server's matches when typing pauses. */
function useOptions(actions: readonly Action[], query: string, debouncedQuery: string) {
  const navigate = useNavigate();
  const { maySearch, results, hasFailed } = useSearchResults(debouncedQuery);
  const options: Option[] = [
    ...actions
      .filter(
        ({ id, label, keywords }) => id !== 'palette' && matches(`${label} ${keywords ?? ''}`, query.trim()),
      )
      .sort((a, b) => Number(a.group === 'Actions') - Number(b.group === 'Actions'))
      .map(({ id, label, group, shortcut, perform }) => ({ id, label, group, shortcut, perform })),
    ...results
      .filter(
        ({ label, detail }) => matches(`${label} ${detail}`, query.trim()) || query.trim() === debouncedQuery,
      )
      .map(({ to, ...rest }) => ({ ...rest, id: to, perform: () => void navigate(to) })),
  ];
  return { options, maySearch, hasFailed };
}
