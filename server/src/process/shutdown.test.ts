import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Shutdown, type Stopper, waitAtMost } from './shutdown.ts'

describe('in a process of its own', () => {
  const SCRIPT = `
import { Shutdown } from ${JSON.stringify(new URL('./shutdown.ts', import.meta.url).href)}
const shutdown = new Shutdown()
shutdown.add(async (signal) => console.log('database', signal.aborted))
shutdown.add(async () => {
  console.log('http')
  if (process.env.FAULT) throw new Error('cannot stop')
})
shutdown.listen(() => console.log('begin'))
setInterval(() => undefined, 60_000)
console.log('ready')
`

  /** Starts the process and sends a signal once it is ready. @returns its output and exit code */
  async function endOf(signal: NodeJS.Signals, env: Record<string, string> = {}) {
    const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', SCRIPT], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    if (!child.stdout) throw new Error('its output is not piped')
    const ended = once(child, 'close')
    const lines: string[] = []
    for await (const line of createInterface(child.stdout)) {
      lines.push(line)
      if (line === 'ready') child.kill(signal)
    }
    const [code] = await ended
    return { lines, code }
  }

  test('a signal stops the parts in reverse order and ends the process', async () => {
    const lines = ['ready', 'begin', 'http', 'database false']
    expect(await endOf('SIGINT')).toEqual({ lines, code: 0 })
  })

  test('when one part cannot stop, the others still stop, and the exit code shows it', async () => {
    const lines = ['ready', 'begin', 'http', 'database false']
    expect(await endOf('SIGTERM', { FAULT: '1' })).toEqual({ lines, code: 1 })
  })
})

describe('a second signal', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** Receives signals here, with a frozen clock. Its one part ends only when aborted. */
  function listening() {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
    const heard = new Map<string, () => void>()
    vi.spyOn(process, 'on').mockImplementation((signal, hear) => {
      heard.set(String(signal), hear as () => void)
      return process
    })
    const shutdown = new Shutdown()
    const stop = vi.fn<Stopper>((signal) => waitAtMost(new Promise(() => undefined), 60_000, signal))
    shutdown.add(stop)
    shutdown.listen(() => undefined)
    const isAborted = () => stop.mock.calls[0]?.[0].aborted
    return { signal: (name: string) => heard.get(name)?.(), stop, isAborted }
  }

  test('within a second counts as the same request, and a later one skips the waiting', async () => {
    const { signal, stop, isAborted } = listening()
    signal('SIGINT')
    vi.setSystemTime(Date.now() + 1_000)
    signal('SIGINT')
    expect(isAborted()).toBe(false)
    vi.setSystemTime(Date.now() + 1)
    signal('SIGTERM')
    expect(isAborted()).toBe(true)
    await vi.waitFor(() => expect(process.exit).toHaveBeenCalledWith(0))
    expect(stop).toHaveBeenCalledTimes(1)
  })
})

test('waiting ends with the promise, after its time, or at once when aborted', async () => {
  const never = new Promise<void>(() => undefined)
  const calm = new AbortController().signal
  await waitAtMost(Promise.resolve(), 60_000, calm)
  await waitAtMost(never, 10, calm)
  await waitAtMost(never, 60_000, AbortSignal.abort())
  await expect(waitAtMost(Promise.reject(new Error('no')), 60_000, calm)).rejects.toThrow('no')
})
