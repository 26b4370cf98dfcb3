import type { Dataset } from '@landline/api/datasets/contract';
import type { SavedView } from '@landline/api/views/contract';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconChevronDown,
  IconDeviceFloppy,
  IconTrash,
} from '@tabler/icons-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { messageOr } from '../../../shared/http/errors.ts';
import { searchOf, useListState } from '../../candidates/list-state.ts';
import { useNotifications } from '../../notifications/provider.tsx';
import { useIsDemo } from '../../session/context.ts';
import { useChangeView, useRemoveView, useViews } from '../api/views.ts';
import { SaveView } from './save-view.tsx';
import classes from './views-menu.module.css';

/** The address of a view: its filters and its name; the name alone leads there too. */
const addressOf = ({ query, slug }: SavedView) => `?${query}${query && '&'}view=${encodeURIComponent(slug)}`;

/** The view that the address names. Where it names nothing else, the view's filters are taken over. */
function useNamedView(views: readonly SavedView[] | undefined, isPlain: boolean): SavedView | undefined {
  const [slug] = useQueryState('view', parseAsString.withOptions({ shallow: false }));
  const navigate = useNavigate();
  const opened = useRef<string>(undefined);
  const named = views?.find((view) => view.slug === slug);
  useEffect(() => {
    if (!named || opened.current === named.slug) return;
    opened.current = named.slug;
    if (isPlain && named.query !== '') void navigate(addressOf(named), { replace: true });
  }, [named, isPlain, navigate]);
  return named;
}

/** Saved views of a dataset: opened, saved, updated and deleted; everybody of the client has the same. */
export function ViewsMenu({ dataset }: { dataset: Dataset }) {
  const { state } = useListState(dataset.property_type);
  const query = searchOf({ ...state, page: 1 }).slice(1);
  const { data: views, error } = useViews(dataset.dataset_key);
  const named = useNamedView(views, query === '');
  const [saving, { open, close }] = useDisclosure();
  const isDemo = useIsDemo();
  const changes = useChanges(query);
  return (
    <>
      <Menu position="bottom-end" width={260} shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            className={classes.target ?? ''}
            leftSection={<IconBookmark size={15} stroke={1.7} />}
            rightSection={<IconChevronDown size={14} stroke={1.7} />}
            aria-label={named ? `Saved views, ${named.name} is open` : 'Saved views'}
          >
            <span className={classes.name}>{named?.name ?? 'Views'}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown ?? ''}>
          {error && !views && <p className={classes.none}>The saved views could not be read.</p>}
          {views?.length === 0 && <p className={classes.none}>No views are saved yet.</p>}
          {views?.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              to={addressOf(view)}
              aria-current={view === named || undefined}
              className={classes.view ?? ''}
            >
              {view.name}
              <span className={classes.by}>{view.savedBy}</span>
            </Menu.Item>
          ))}
          {!isDemo && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconBookmarkPlus size={16} stroke={1.7} />} onClick={open}>
                Save this view
              </Menu.Item>
              {named && named.query !== query && (
                <Menu.Item
                  leftSection={<IconDeviceFloppy size={16} stroke={1.7} />}
                  onClick={() => changes.update(named)}
                >
                  Update “{named.name}”
                </Menu.Item>
              )}
              {named && (
                <Menu.Item
                  leftSection={<IconTrash size={16} stroke={1.7} />}
                  onClick={() => changes.remove(named)}
                >
                  Delete “{named.name}”
                </Menu.Item>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && <SaveView datasetKey={dataset.dataset_key} query={query} onClose={close} />}
    </>
  );
}

/** What can be done with the view that is open. Held by the menu's owner: its items are gone once one is chosen. */
function useChanges(query: string) {
  const notify = useNotifications();
  const navigate = useNavigate();
  const change = useChangeView();
  const remove = useRemoveView();
  return {
    update: ({ id }: SavedView) =>
      change.mutate(
        { id, query },
        { onError: (error) => notify.error(messageOr(error, 'Failed to update view')) },
      ),
    remove: ({ id }: SavedView) =>
      remove.mutate(id, {
        onSuccess: () => void navigate(`?${query}`, { replace: true }),
        onError: (error) => notify.error(messageOr(error, 'Failed to delete view')),
      }),
  };
}
