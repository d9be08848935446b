import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createMetricsOfWorkers } from './metrics-of-workers.ts'

/** Vitest's own modules cannot resolve. */
const urlOf = (name: string) => pathToFileURL(createRequire(import.meta.url).resolve(name)).href
const directory = mkdtempSync(join(tmpdir(), 'paidang-workers-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Counts as many as its number says, and tells the metrics of all when it is asked. */
const WORKER = `
import { Counter, Gauge, Registry } from ${JSON.stringify(urlOf('prom-client'))}
import { metricsOfAllProcesses } from ${JSON.stringify(new URL('./metrics-of-workers.ts', import.meta.url))}
const registry = new Registry()
new Counter({ name: 'requests', help: '-', registers: [registry] }).inc(Number(process.env.NUMBER))
new Gauge({ name: 'open', help: '-', registers: [registry] }).set(Number(process.env.NUMBER))
const read = metricsOfAllProcesses(registry)
process.on('message', async (message) => {
  if (message === 'end') process.exit()
  if (message === 'tell') process.send({ told: await read() })
})
process.send({ told: 'ready' })
`

test('whichever worker is asked, it tells the metrics of all together', async () => {
  const exec = join(directory, 'worker.mjs')
  writeFileSync(exec, WORKER)
  cluster.setupPrimary({ exec, args: [], execArgv: ['--import', urlOf('tsx')] })
  const answer = createMetricsOfWorkers()
  const told = async (worker: (typeof workers)[number]) => {
    for (;;) {
      const [message] = await once(worker, 'message')
      if (message.told !== undefined) return message.told as string
    }
  }
  const workers = [4, 5].map((NUMBER) => cluster.fork({ NUMBER }))
  for (const worker of workers) answer(worker)
  await Promise.all(workers.map(told))
  for (const worker of workers) {
    worker.send('tell')
    const text = await told(worker)
    expect(text).toContain('\nrequests 9\n')
    expect(text).toContain('\nopen 9\n')
  }
  for (const worker of workers) {
    worker.send('end')
    await once(worker, 'exit')
  }
})
