import { PermanentError } from '../process/permanent-error.ts';

/** Kafka rejects the credentials, or the TLS connection fails because of a certificate. */
export class KafkaRefusedError extends PermanentError {
  readonly code = 'KAFKA_REFUSED';
}

/** Members of a kafkajs client that `assertKafkaAccepts` uses. */
interface KafkaClient {
  admin(options: { retry: { retries: number } }): {
    connect(): Promise<void>;
    disconnect(): Promise<void>;
  };
}

/** Matches Node's messages for TLS failures. */
const TLS_FAILURE = /certificate|altnames/i;

/**
 * Connects once and throws a KafkaRefusedError if a retry cannot help. Ignores every other failure, which the process
 * retries.
 */
export async function assertKafkaAccepts(kafka: KafkaClient): Promise<void> {
  const admin = kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
  } catch (error) {
    const refusal = kafkaRefusal(error);
    if (refusal) throw refusal;
  } finally {
    await admin.disconnect();
  }
}

function kafkaRefusal(error: unknown): KafkaRefusedError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'KafkaJSSASLAuthenticationError')
      return new KafkaRefusedError(
        'Kafka rejects the user, the password or the mechanism; set KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD and KAFKA_SASL_MECHANISM',
        { cause: error },
      );
    if (cause.name === 'KafkaJSConnectionError' && TLS_FAILURE.test(cause.message))
      return new KafkaRefusedError(
        `The TLS connection to Kafka failed (${cause.message}); if the certificate authority is unknown, set KAFKA_CA_FILE to its file`,
        { cause: error },
      );
  }
  return undefined;
}
