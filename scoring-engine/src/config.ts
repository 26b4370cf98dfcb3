import { kafkaConnection } from '@landline/runtime/kafka/connection';
import { parseEnvironment, VARIABLES } from '@landline/runtime/process/environment';
import { z } from 'zod';

const environment = z.object({
  DATABASE_URL: VARIABLES.DATABASE_URL,
  EVENTSTORE_URL: VARIABLES.EVENTSTORE_URL,
  /** Without brokers, one engine scores alone and others stand by. */
  KAFKA_BROKERS: VARIABLES.KAFKA_BROKERS.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: VARIABLES.OTEL_EXPORTER_OTLP_ENDPOINT,
  LOG_LEVEL: VARIABLES.LOG_LEVEL,
});

export function readConfig() {
  const { KAFKA_BROKERS, ...config } = parseEnvironment(environment);
  return { ...config, kafka: KAFKA_BROKERS && kafkaConnection(KAFKA_BROKERS) };
}
