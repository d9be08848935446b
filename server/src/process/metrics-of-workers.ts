import type { Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** A worker's question for the metrics of all workers, and the primary's answer; without a text it failed. */
type Question = { metricsFor: number }
type Answer = { metricsOf: number; text: string | undefined }

/** Answers workers that ask for the metrics of all: sums, and means of what cannot be added. To be called in the primary. */
export function createMetricsOfWorkers(): (worker: Pick<Worker, 'on' | 'send' | 'isConnected'>) => void {
  const all = new AggregatorRegistry()
  return (worker) => {
    worker.on('message', async ({ metricsFor }: Question) => {
      if (metricsFor === undefined) return
      const text = await all.clusterMetrics().catch(() => undefined)
      if (worker.isConnected()) worker.send({ metricsOf: metricsFor, text } satisfies Answer)
    })
  }
}

/** The metrics of all workers, as the primary collects them. To be called in a worker, with its own metrics. */
export function metricsOfAllProcesses(own: Registry): () => Promise<string> {
  // From now on this worker answers when the primary collects.
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries([own])
  const waiting = new Map<number, (text: string | undefined) => void>()
  let questions = 0
  process.on('message', (message: unknown) => {
    const { metricsOf, text } = message as Answer
    waiting.get(metricsOf)?.(text)
    waiting.delete(metricsOf)
  })
  return async () => {
    questions += 1
    const answer = new Promise<string | undefined>((resolve) => waiting.set(questions, resolve))
    process.send?.({ metricsFor: questions } satisfies Question)
    const text = await answer
    if (text === undefined) throw new Error('a worker did not tell its metrics')
    return text
  }
}
