/** Time limit for an export, so that an unresponsive collector blocks nothing. */
const TIMEOUT_MS = 2_000;

/**
 * Exports this process's spans in batches to an OTLP collector over HTTP; does nothing without an endpoint.
 * The exporter is loaded on demand, since most installations have no collector.
 */
export async function exportTraces(
  endpoint: string | undefined,
  service: string,
): Promise<{ stop(): Promise<void> }> {
  if (endpoint === undefined) return { stop: async () => undefined };
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, { BatchSpanProcessor, NodeTracerProvider }] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: TIMEOUT_MS,
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `landline-${service}` }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  // An unresponsive collector must not prevent the exit.
  return { stop: () => provider.shutdown().catch(() => undefined) };
}
