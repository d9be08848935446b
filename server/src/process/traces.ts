import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import type { Observer } from '../db/statements.ts'

/** Traces of this process: a span for each request, and below it one for each statement. */
type Traces = {
  observer: Observer
  /** Traces the requests of an app, also as parts of a trace that the caller began. */
  follow(app: FastifyInstance): void
  /** Sends what is left. */
  stop(): Promise<void>
}

/** Starts to send traces to an OpenTelemetry collector. Spans hold no values of statements and no addresses. */
export function startTraces(url: string): Traces {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'paidang' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }))],
  })
  provider.register()
  const tracer = trace.getTracer('paidang')
  const contexts = new WeakMap<object, { span: Span; inside: Context }>()
  return {
    observer(text) {
      const name = text.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? ''
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
      return (_ms, error) => {
        if (error) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    follow(app) {
      app.addHook('onRequest', (request, _reply, next) => {
        const { method } = request
        const route = request.routeOptions.url ?? 'unknown'
        const outside = propagation.extract(context.active(), request.headers)
        const attributes = { 'http.request.method': method, 'http.route': route, 'paidang.request_id': request.id }
        const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, outside)
        const inside = trace.setSpan(outside, span)
        contexts.set(request, { span, inside })
        context.with(inside, next)
      })
      // Reading a body leaves the context of its request.
      app.addHook('preValidation', (request, _reply, next) => {
        context.with(contexts.get(request)?.inside ?? context.active(), next)
      })
      app.addHook('onResponse', (request, reply, next) => {
        const { span } = contexts.get(request) ?? {}
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        next()
      })
    },
    async stop() {
      await provider.shutdown()
      for (const part of [trace, context, propagation]) part.disable()
    },
  }
}
