/**
 * Runs the work while no other tab runs its own: a refresh token works once, and two tabs that use the same one at once
 * would log the user out.
 */
export async function withRefreshLock(work: () => Promise<void>): Promise<void> {
  // Absent before 2022 and on pages without https; there the short gap between two tabs is left open.
  if ('locks' in navigator) await navigator.locks.request('paidang-refresh', work)
  else await work()
}
