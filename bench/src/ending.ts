/** Clean-up functions to run before the process ends, latest first: they stop processes and delete directories. */
const endings: (() => Promise<void>)[] = []
let running: Promise<void> | undefined

/** Registers a clean-up function. It runs however the process ends. */
export function atEnd(undo: () => Promise<void>): void {
  endings.push(undo)
}

/** Runs every clean-up function once. A failure is printed, and the others still run. */
export function endAll(): Promise<void> {
  running ??= (async () => {
    for (const undo of endings.reverse()) {
      try {
        await undo()
      } catch (error) {
        console.error('at the end:', error)
        process.exitCode = 1
      }
    }
  })()
  return running
}

/** Cleans up and exits with code 1 after a signal, an unhandled error, or the time limit in milliseconds. */
export function endInGoodOrder(limitMs: number): void {
  const end = async (why: unknown) => {
    console.error(why)
    await endAll()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(signal))
  process.on('uncaughtException', (error) => void end(error))
  setTimeout(() => void end(`not done after ${limitMs / 1000} s: given up`), limitMs).unref()
}
