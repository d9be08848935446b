/** What the rows of the tables in sight say, cell by cell. */
export function shownRows(): string[][] {
  return [...document.querySelectorAll('tbody tr[data-row-key]')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent ?? ''),
  )
}
