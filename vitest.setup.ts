import { afterAll, vi } from 'vitest'

// The files of a worker run in one process and share its packages. What a file leaves behind must not reach the next.

/** Timers that the running file started. */
const started: ReturnType<typeof setTimeout>[] = []
const real = { setTimeout, setInterval }
for (const name of ['setTimeout', 'setInterval'] as const) {
  const startAndNote = (...given: Parameters<typeof setTimeout>) => {
    const timer = real[name](...given)
    started.push(timer)
    return timer
  }
  globalThis[name] = Object.assign(startAndNote, real[name])
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Object.assign(globalThis, real)
  for (const timer of started) clearTimeout(timer)
  // Nothing of our own is shared: each file loads its modules anew, with its own stand-ins.
  vi.resetModules()
})
