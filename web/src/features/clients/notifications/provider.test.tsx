import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NotificationProvider, useNotificationList, useNotifications } from './provider.tsx';
import { createNotificationStore } from './store.ts';

function Count() {
  useNotifications();
  return <b>{useNotificationList().length}</b>;
}

test('throws outside its provider', () => {
  expect(() => renderToString(<Count />)).toThrow(
    'useNotifications must be used within NotificationProvider',
  );
});

test('returns the store inside its provider', () => {
  expect(
    renderToString(
      <NotificationProvider store={createNotificationStore()}>
        <Count />
      </NotificationProvider>,
    ),
  ).toBe('<b>0</b>');
});
