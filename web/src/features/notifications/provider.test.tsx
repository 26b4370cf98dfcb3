import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NotificationProvider, useNotificationList, useNotifications } from './provider.tsx';

function Count() {
  useNotifications();
  return <b>{useNotificationList().length}</b>;
}

test('outside of its provider it says what is wrong', () => {
  expect(() => renderToString(<Count />)).toThrow(
    'useNotifications must be used within NotificationProvider',
  );
});

test('inside it works', () => {
  expect(
    renderToString(
      <NotificationProvider>
        <Count />
      </NotificationProvider>,
    ),
  ).toBe('<b>0</b>');
});
