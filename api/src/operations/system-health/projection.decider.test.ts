import { test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { projection } from './projection.ts';

const given = specification(projection);
const data = { projector: 'clients' };

test('records every request for a rebuild, replay or skip', () => {
  const rebuild = { type: 'rebuild', ...data } as const;
  const rebuilt = { type: 'ProjectionRebuildRequested', data } as const;
  given().when(rebuild).then(rebuilt);
  given(rebuilt).when(rebuild).then(rebuilt);
  given()
    .when({ type: 'replay', ...data })
    .then({ type: 'ParkedEventsReplayRequested', data });
  const place = { ...data, position: '7', reason: 'A test event' };
  given()
    .when({ type: 'skip', ...place })
    .then({ type: 'ParkedEventSkipped', data: place });
});
