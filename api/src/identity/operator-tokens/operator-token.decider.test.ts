import { describe, test } from 'vitest';
import { specification } from '../../testing/decider.ts';
import { operatorTokenDecider } from './operator-token.ts';

describe('an operator token', () => {
  const given = specification(operatorTokenDecider);
  const data = {
    token_id: 't1',
    name: 'build server',
    scopes: ['status' as const],
    expires_at: '2027-01-01T00:00:00.000Z',
  };
  const issued = { type: 'OperatorTokenIssued', data } as const;
  const revoked = { type: 'OperatorTokenRevoked', data: { token_id: 't1' } } as const;

  test('is issued once', () => {
    given()
      .when({ type: 'issue', ...data })
      .then(issued);
    given(issued)
      .when({ type: 'issue', ...data })
      .thenNothing();
  });
  test('is revoked once', () => {
    given(issued).when({ type: 'revoke' }).then(revoked);
    given(issued, revoked).when({ type: 'revoke' }).thenNothing();
  });
  test('is not revoked before it is issued', () =>
    given().when({ type: 'revoke' }).thenRejected('OPERATOR_TOKEN_UNKNOWN'));
});
