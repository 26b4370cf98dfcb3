import { timingSafeEqual } from 'node:crypto';
import { Metadata, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';

/** Methods that EventStoreDB answers without a user. */
const ANONYMOUS = /^\/event_store\.client\.(gossip|server_features)\./;

/** Rejects every call without the user and password, as EventStoreDB does. */
export function requireUser({
  username,
  password,
}: {
  readonly username: string;
  readonly password: string;
}): ServerInterceptor {
  const expected = Buffer.from(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  const isUser = (metadata: Metadata) => {
    const actual = Buffer.from(String(metadata.get('authorization')[0] ?? ''));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  };
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, pass) {
            if (ANONYMOUS.test(path) || isUser(metadata)) return pass(metadata);
            const trailers = new Metadata();
            trailers.set('exception', 'access-denied');
            call.sendStatus({ code: status.UNAUTHENTICATED, details: 'Access Denied', metadata: trailers });
          },
        });
      },
    });
}
