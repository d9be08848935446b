/** What has to be undone before the process may end, latest first: processes that run, directories that lie about. */
const endings: (() => Promise<void>)[] = []
let running: Promise<void> | undefined

/** Registers something to be undone at the end, however the end comes. */
export function atEnd(undo: () => Promise<void>): void {
  endings.push(undo)
}

/** Undoes everything once; what fails is told and does not keep the rest from being undone. */
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

/** A signal, an error that nobody handled, or the time limit in milliseconds ends the run in good order, with code 1. */
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
