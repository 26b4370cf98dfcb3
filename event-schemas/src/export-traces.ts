/** A collector that does not answer holds up nothing for longer. */
const TIMEOUT_MS = 2_000;

/**
 * Sends this process's spans, in batches, to a collector that speaks OTLP over HTTP; does nothing without one. What exports
 * traces takes time to load, and most installations have no collector.
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
  // A collector that does not answer is no reason to stay.
  return { stop: () => provider.shutdown().catch(() => undefined) };
}
