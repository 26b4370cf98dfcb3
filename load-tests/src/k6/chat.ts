import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { BASE, JSON_BODY, options as optionsOf, perSecond } from './shared.ts';

/** Visitors ask a client's assistant; `waiting` is the time to the first byte of an answer. */
export const options = optionsOf(perSecond(15), {
  http_req_waiting: ['p(95)<100', 'p(99)<300'],
  http_req_duration: ['p(95)<300'],
});

const QUESTIONS = [
  'How do I configure the port?',
  'Where are the logs kept?',
  'What does the relay publish?',
  'Which version of PostgreSQL do I need?',
  'How is the broker started?',
  'What is the weather like on Mars?',
];

export default function questions(): void {
  const number = exec.scenario.iterationInTest;
  // Each question is worded differently, so that no cached answer applies.
  const message = `${QUESTIONS[number % QUESTIONS.length]} (${number})`;
  const response = http.post(`${BASE}/api/ai/chat`, JSON.stringify({ message }), {
    headers: {
      ...JSON_BODY,
      Accept: 'text/event-stream',
      Origin: __ENV.ORIGIN ?? '',
      Authorization: `Bearer ${__ENV.WIDGET_TOKEN}`,
    },
    tags: { name: 'chat' },
  });
  check(response, {
    'is answered to its end': ({ status, body }) => status === 200 && String(body).includes('event: done'),
  });
}
