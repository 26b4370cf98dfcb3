import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { BASE, JSON_BODY, options as optionsOf, perSecond } from './shared.ts';

/**
 * Load of visitors' questions to a client's assistant. `http_req_waiting` ends at the conversation event, before the
 * answer; `http_req_duration` covers the whole answer.
 */
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

export default function askQuestion(): void {
  const number = exec.scenario.iterationInTest;
  // A unique number in each question bypasses the answer cache.
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
    'returns a complete answer': ({ status, body }) => status === 200 && String(body).includes('event: done'),
  });
}
