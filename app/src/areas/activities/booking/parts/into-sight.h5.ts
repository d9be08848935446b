/** Scrolls the page when an element begins below `latest`, so that it begins at `broughtTo`; both in heights of the window. */
export function bringIntoSight(id: string, { latest, broughtTo }: { latest: number; broughtTo: number }): void {
  const element = document.getElementById(id)
  const page = element?.closest('.taro_page')
  const top = element?.getBoundingClientRect().top ?? 0
  if (page && top > window.innerHeight * latest) page.scrollTop += top - window.innerHeight * broughtTo
}
