import { beforeEach, expect, test } from 'vitest';
import { createNotificationStore, type Notification, type NotificationStore } from './store.ts';

let store: NotificationStore;
let toasts: Notification[];
beforeEach(() => {
  store = createNotificationStore();
  toasts = [];
  store.onAdded((notification) => toasts.push(notification));
});

test('gives each type its duration, and billing alerts a longer one', () => {
  store.success('s');
  store.error('e');
  store.warning('w');
  store.info('i');
  store.add({ type: 'warning', category: 'billing', message: 'b' });
  expect(toasts.map(({ message, type, category, duration }) => [message, type, category, duration])).toEqual([
    ['s', 'success', undefined, 5_000],
    ['e', 'error', undefined, 7_000],
    ['w', 'warning', undefined, 5_000],
    ['i', 'info', undefined, 5_000],
    ['b', 'warning', 'billing', 10_000],
  ]);
});

test('lists newest first, removes one and clears all', () => {
  store.info('one');
  store.info('two');
  store.info('three');
  expect(store.list().map(({ message }) => message)).toEqual(['three', 'two', 'one']);
  store.remove(store.list()[1]?.id ?? '');
  expect(store.list().map(({ message }) => message)).toEqual(['three', 'one']);
  store.clear();
  expect(store.list()).toEqual([]);
});

test('shows a repeated notification once', () => {
  const notification = { id: 'event-1', type: 'success', message: 'Client updated' } as const;
  store.add(notification);
  store.add(notification);
  expect(toasts).toHaveLength(1);
});

test('keeps at most 100 notifications and remembers which were read', () => {
  for (let index = 0; index < 120; index++) store.info(String(index));
  expect(store.list()).toHaveLength(100);
  store.markRead();
  expect(store.list().every(({ isRead }) => isRead)).toBe(true);
  store.info('new');
  expect(store.list().filter(({ isRead }) => !isRead)).toHaveLength(1);
});
