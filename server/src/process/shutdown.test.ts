import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { waitAtMost } from './shutdown.ts'

/** A process of two parts; the one that started last takes three seconds to stop, unless there is a hurry. */
const SCRIPT = `
import { Shutdown, waitAtMost } from ${JSON.stringify(new URL('./shutdown.ts', import.meta.url).href)}
import { setTimeout as sleep } from 'node:timers/promises'
const shutdown = new Shutdown()
shutdown.add(async (hurry) => console.log('database', hurry.aborted))
shutdown.add(async (hurry) => {
  console.log('http')
  await waitAtMost(sleep(3_000), 5_000, hurry)
  if (process.env.FAULT) throw new Error('cannot stop')
})
shutdown.listen(() => console.log('begin'))
setInterval(() => undefined, 60_000)
console.log('ready')
`

async function startProcess(env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', SCRIPT], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const lines: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  while (!lines.includes('ready')) await sleep(10)
  return { child, lines, ended }
}

test('the parts stop in reverse order, and a signal that comes twice at once is one wish', async () => {
  const { child, lines, ended } = await startProcess()
  child.kill('SIGINT')
  await sleep(100)
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(lines).toEqual(['ready', 'begin', 'http', 'database false'])
})

test('a second signal skips the waiting', async () => {
  const { child, lines, ended } = await startProcess()
  const begun = Date.now()
  child.kill('SIGTERM')
  await sleep(1_200)
  child.kill('SIGTERM')
  await ended
  expect(Date.now() - begun).toBeLessThan(2_800)
  expect(lines.at(-1)).toBe('database true')
})

test('a part that cannot stop does not keep the others from stopping, and the exit code tells', async () => {
  const { child, lines, ended } = await startProcess({ FAULT: '1' })
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
  expect(lines.at(-1)).toBe('database false')
})

test('waiting ends with the promise, with its time, or at once when there is a hurry', async () => {
  const never = new Promise<void>(() => undefined)
  const calm = new AbortController().signal
  await waitAtMost(Promise.resolve(), 60_000, calm)
  await waitAtMost(never, 10, calm)
  await waitAtMost(never, 60_000, AbortSignal.abort())
  await expect(waitAtMost(Promise.reject(new Error('no')), 60_000, calm)).rejects.toThrow('no')
})
