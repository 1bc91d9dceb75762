import { context, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';

/** Whether traces leave this process; nothing of the SDK is loaded otherwise. */
let isOn = false;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
type SpanStart = { kind: keyof typeof KINDS; attributes: Attributes };

/** What of the environment turns traces on: the standard variables of OpenTelemetry. */
function isConfigured(source: Record<string, string | undefined>): boolean {
  if (source.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false;
  const exporter = source.OTEL_TRACES_EXPORTER?.trim().toLowerCase();
  if (exporter) return exporter.split(',').includes('otlp');
  return Boolean(source.OTEL_EXPORTER_OTLP_ENDPOINT ?? source.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/**
 * Starts sending traces over OTLP where the environment asks for them; the SDK reads its further variables itself. Returns what
 * sends the rest and ends it.
 */
export async function startTracing(
  source: Record<string, string | undefined>,
  version: string,
): Promise<() => Promise<void>> {
  if (isOn || !isConfigured(source)) return () => Promise.resolve();
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const own = { 'service.name': 'souk', 'service.version': version };
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new NodeTracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(own)).merge(given),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  isOn = true;
  return async () => {
    isOn = false;
    // A receiver that is away must not keep a process from ending.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
  };
}

/** Starts a span that is a child of the current one; undefined where traces are off. Whoever starts it ends it. */
export function startSpan(name: string, o: SpanStart): Span | undefined {
  if (!isOn) return undefined;
  return trace.getTracer('souk').startSpan(name, { kind: KINDS[o.kind], attributes: o.attributes });
}

/** Ends a span; an error is marked by its class alone, because its words may hold values. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (!span) return;
  if (error !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
  }
  span.end();
}

/** Runs work as the span's own: spans that start meanwhile are its children. */
export function withSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? context.with(trace.setSpan(context.active(), span), work) : work();
}

/** Runs work in a span of its own, which ends with it. */
export async function inSpan<T>(name: string, o: SpanStart, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  const span = startSpan(name, o);
  try {
    const result = await withSpan(span, () => work(span));
    endSpan(span);
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}
