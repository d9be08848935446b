/**
 * Runs the work while no other tab runs its own: of two tabs that use one refresh token at once, one gets a pair that the
 * other's replaces; where that is the one kept, its next refresh would log the user out.
 */
export async function withRefreshLock(work: () => Promise<void>): Promise<void> {
  // Absent before 2022 and on pages without https; there the short gap between two tabs is left open.
  if ('locks' in navigator) await navigator.locks.request('paidang-refresh', work)
  else await work()
}
