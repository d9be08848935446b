/** The texts of the visible table rows, cell by cell. */
export function shownRows(): string[][] {
  return [...document.querySelectorAll('tbody tr[data-row-key]')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent ?? ''),
  )
}
