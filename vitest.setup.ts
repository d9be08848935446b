import { afterAll, vi } from 'vitest'

// The files of a worker run in one process and share its packages. What a file leaves behind must not reach the next.

const real = { Date, setTimeout, setInterval }

/** Timers that the running file started. */
const started: ReturnType<typeof setTimeout>[] = []
const noting = <Start extends typeof setTimeout | typeof setInterval>(start: Start): Start =>
  new Proxy(start, {
    apply(target, self, given) {
      const timer = Reflect.apply(target, self, given)
      started.push(timer)
      return timer
    },
  })
globalThis.setTimeout = noting(setTimeout)
globalThis.setInterval = noting(setInterval)

/** When each file of tests begins: no test depends on the real hour or day. */
const BEGIN = Date.parse('2026-11-20T09:41:00+08:00')
const ahead = BEGIN - Date.now()
const now = () => real.Date.now() + ahead
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Object.assign(globalThis, real)
  for (const timer of started) clearTimeout(timer)
  // Nothing of our own is shared: each file loads its modules anew, with its own stand-ins.
  vi.resetModules()
})
