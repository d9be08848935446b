/**
 * Runs in a page before its own scripts. Sentences that go away by themselves stay ten seconds, in the app and in the console: a
 * busy machine may need longer to look than they are shown.
 */
export function prolongToasts(): void {
  /** How long app and console show theirs, in milliseconds. */
  const shown: unknown[] = [2_000, 3_000]
  const setUsual = window.setTimeout
  window.setTimeout = ((run: TimerHandler, delay?: number, ...rest: unknown[]) =>
    setUsual(run, shown.includes(delay) ? 10_000 : delay, ...rest)) as typeof window.setTimeout
}
