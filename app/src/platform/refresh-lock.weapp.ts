/** Runs the work directly; a mini-program has one instance. */
export function withRefreshLock(work: () => Promise<void>): Promise<void> {
  return work()
}
