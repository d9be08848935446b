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

/** When each file of tests begins, in China: nothing here depends on the real hour or day. */
const BEGIN = Date.parse('2026-11-20T09:41:00+08:00')
const RealDate = Date
const ahead = BEGIN - RealDate.now()
const now = () => RealDate.now() + ahead
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Object.assign(globalThis, real, { Date: RealDate })
  for (const timer of started) clearTimeout(timer)
  // Nothing of our own is shared: each file loads its modules anew, with its own stand-ins.
  vi.resetModules()
})
