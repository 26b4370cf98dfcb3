import type { Dataset } from '@landline/api/property/datasets/contract';
import type { SavedView } from '@landline/api/property/saved-views/contract';
import { Button, Menu, Text } from '@mantine/core';
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
import { messageOr } from '../../../../shared/http/errors.ts';
import { useNotifications } from '../../../clients/notifications/provider.tsx';
import { useIsDemo } from '../../../platform/session/context.ts';
import { searchOf, useListState, useMapShown } from '../../candidates/list-state.ts';
import { useChangeView, useRemoveView, useSavedViews } from '../api/saved-views.ts';
import { searchOfView } from '../search-of-view.ts';
import { SaveView } from './save-view.tsx';
import classes from './saved-views-menu.module.css';

/** Returns the view named in the URL, after applying its filters if the URL has none, and a setter for the name. */
function useNamedView(views: readonly SavedView[] | undefined, isUnfiltered: boolean) {
  const [slug, setSlug] = useQueryState('view', parseAsString.withOptions({ shallow: false }));
  const navigate = useNavigate();
  const opened = useRef<string>(undefined);
  const [isMapShown] = useMapShown();
  const namedView = views?.find((view) => view.slug === slug);
  useEffect(() => {
    if (!namedView || opened.current === namedView.slug) return;
    opened.current = namedView.slug;
    if (isUnfiltered && namedView.query !== '') {
      void navigate(searchOfView(namedView, isMapShown), { replace: true });
    }
  }, [namedView, isUnfiltered, isMapShown, navigate]);
  return { namedView, setSlug };
}

/** Opens, saves, updates and deletes the saved views of a dataset, which all users of a client share. */
export function SavedViewsMenu({ dataset }: { dataset: Dataset }) {
  const { state } = useListState(dataset.property_type);
  const query = searchOf({ ...state, page: 1 }).slice(1);
  const { data: views, error } = useSavedViews(dataset.dataset_key);
  const { namedView, setSlug } = useNamedView(views, query === '');
  const [isMapShown] = useMapShown();
  const [isSaveOpen, { open, close }] = useDisclosure();
  const isDemo = useIsDemo();
  const notify = useNotifications();
  // Outside the menu, which unmounts its items after a click.
  const change = useChangeView();
  const remove = useRemoveView();
  const update = ({ id }: SavedView) =>
    change.mutate(
      { id, query },
      { onError: (error) => notify.error(messageOr(error, 'Failed to update view')) },
    );
  const discard = ({ id }: SavedView) =>
    remove.mutate(id, {
      onSuccess: () => void setSlug(null),
      onError: (error) => notify.error(messageOr(error, 'Failed to delete view')),
    });
  return (
    <>
      <Menu position="bottom-end" width={260} shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBookmark size={15} stroke={1.7} />}
            rightSection={<IconChevronDown size={14} stroke={1.7} />}
            aria-label={namedView ? `Saved views, ${namedView.name} is open` : 'Saved views'}
          >
            <Text span inherit truncate maw={160}>
              {namedView?.name ?? 'Views'}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown ?? ''}>
          {error && !views && (
            <Text fz="sm" c="dimmed" px="sm" py="xs">
              Saved views could not be loaded.
            </Text>
          )}
          {views?.length === 0 && (
            <Text fz="sm" c="dimmed" px="sm" py="xs">
              No saved views yet.
            </Text>
          )}
          {views?.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              to={searchOfView(view, isMapShown)}
              aria-current={view === namedView || undefined}
              className={classes.view ?? ''}
            >
              {view.name}
              <Text span fz="xs" c="dimmed" display="block">
                {view.savedBy}
              </Text>
            </Menu.Item>
          ))}
          {!isDemo && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconBookmarkPlus size={16} stroke={1.7} />} onClick={open}>
                Save this view
              </Menu.Item>
              {namedView && namedView.query !== query && (
                <Menu.Item
                  leftSection={<IconDeviceFloppy size={16} stroke={1.7} />}
                  onClick={() => update(namedView)}
                >
                  Update “{namedView.name}”
                </Menu.Item>
              )}
              {namedView && (
                <Menu.Item
                  leftSection={<IconTrash size={16} stroke={1.7} />}
                  onClick={() => discard(namedView)}
                >
                  Delete “{namedView.name}”
                </Menu.Item>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSaveOpen && (
        <SaveView datasetKey={dataset.dataset_key} query={query} onSaved={setSlug} onClose={close} />
      )}
    </>
  );
}
