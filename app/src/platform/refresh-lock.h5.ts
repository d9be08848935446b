/**
 * Runs the work while no other tab runs its own. If two tabs used one refresh token at once, one pair would replace
 * the other. The tab with the replaced pair would log the user out at its next refresh.
 */
export async function withRefreshLock(work: () => Promise<void>): Promise<void> {
  // Absent before 2022 and on pages without https. There the small risk between two tabs remains.
  if ('locks' in navigator) await navigator.locks.request('paidang-refresh', work)
  else await work()
}
