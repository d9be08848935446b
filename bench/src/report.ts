import type { LoadResult } from './load.ts'
import { spreadOf, written } from './numbers.ts'

/** One line of the table. A measurement has a value, a comparison a ratio. `cause` says why its goal may be missed. */
export type Row = { what: string; value?: string; ratio?: string; goal?: string; met?: boolean; cause?: string }

/** The lines of one part of the measurements, with its heading. */
export type Section = { heading: string; rows: Row[] }

/** A row with the ratio of two things measured alternately, repeat by repeat. */
export function ratioRow(what: string, ratios: readonly number[]): Row {
  return ratios.length === 0 ? { what } : { what, ratio: written(spreadOf(ratios), 2) }
}

/** The same, with a lower limit for the median as the goal. */
export function goalRow(what: string, ratios: readonly number[], least: number, cause?: string): Row {
  const row = { ...ratioRow(what, ratios), goal: `≥ ${least.toFixed(1)}`, ...(cause && { cause }) }
  return ratios.length === 0 ? row : { ...row, met: spreadOf(ratios).median >= least }
}

/** Rows with milliseconds of CPU per answer, by process. None where the system does not report them. */
export function usageRows(results: readonly LoadResult[]): Row[] {
  const names = Object.keys(results[0]?.cpuMs ?? {})
  const parts = names.flatMap((name) => {
    const values = results.flatMap(({ cpuMs }) => cpuMs[name] ?? [])
    return values.length > 0 ? [`${name} ${spreadOf(values).median.toFixed(3)}`] : []
  })
  return parts.length > 0 ? [{ what: '… CPU per answer, ms', value: parts.join(', ') }] : []
}

/** The table as Markdown. It is printed in this form too. */
export function tableOf(sections: readonly Section[]): string {
  const lines = sections.flatMap(({ heading, rows }) => [
    [`**${heading}**`, '', '', '', ''],
    ...rows.map(({ what, value = '', ratio = '', goal = '', met }) => [what, value, ratio, goal, verdictOf(met)]),
  ])
  const head = ['What', 'Median (min–max)', 'Ratio (min–max)', 'Goal', 'Met']
  const widths = head.map((title, column) =>
    Math.max(...[head, ...lines].map((line) => (line[column] ?? title).length)),
  )
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n')
}

/** Why goals are missed, line by line; nothing if all are met. */
export function causesOf(sections: readonly Section[]): string {
  const lines = sections.flatMap(({ heading, rows }) =>
    rows.flatMap(({ what, met, cause }) =>
      met === false && cause ? [`- ${heading.split(',')[0]}, ${what}: ${cause}`] : [],
    ),
  )
  return lines.length === 0 ? '' : `\n\nWhy goals are missed:\n\n${lines.join('\n')}`
}

const GROWTH = '## Growth'
const AFTER_GROWTH = '## What is measured'

/** The part of the page about growth, which a run of its own writes. `commit` is that of the code it measured. */
export function growthOf(table: string, machine: readonly string[], commit: string): string {
  return `${GROWTH}

Measured on ${new Date().toISOString().slice(0, 10)}, code of ${commit}. Pages and rows do not depend on the machine, times do:

${machine.map((line) => `- ${line}`).join('\n')}

${table}

`
}

/** The part about growth that stands in a page, or nothing. */
export function growthIn(page: string): string {
  const begin = page.indexOf(GROWTH)
  return begin === -1 ? '' : page.slice(begin, page.indexOf(AFTER_GROWTH))
}

/** The page with another part about growth. */
export function withGrowth(page: string, growth: string): string {
  const rest = page.replace(growthIn(page), '')
  return rest.replace(AFTER_GROWTH, () => growth + AFTER_GROWTH)
}

/** The complete text of docs/performance.md, with its part about growth. */
export function documentOf(table: string, machine: readonly string[], growth: string): string {
  return `# Performance

Written by \`npm run bench\`, which starts the product, measures it from outside, and stops it again; nothing leaves the
machine. Figures of different machines, or of a busy and a quiet one, cannot be compared, so goals are ratios of things that
were measured in turn, A B A B, within one run: each repeat gives one ratio, and the table shows the median with the least
and the greatest. \`npm run bench -- grid create watchers console exports size paint memory\` measures a part and writes nothing;
\`npm run bench -- growth\` writes the part about growth alone.

Measured on ${new Date().toISOString().slice(0, 10)}:

${machine.map((line) => `- ${line}`).join('\n')}

${table}

${growth}${AFTER_GROWTH}

- **Grid.** 200 venues of 8 courts, 200 coaches, 2,000 players, 14 days, 300,000 claims. \`POST /player-home/courtStatusBy\` over
  kept-alive connections with the tokens of 128 players, venues and days by Zipf's law (exponent 1.1), an Idempotency-Key with
  every call as the app sends it; one request in fifty books a class or cancels it, each connection in half-hours of its own,
  so every write succeeds. Beforehand every grid is asked for once.
- **Without a database.** Fastify alone, in a process of its own: it checks the same body, knows nobody, writes nothing, and
  answers the same bytes: made of rows that it has in memory, as a server must that keeps no texts; or ready, as fast as
  Fastify goes.
- **pgbench** runs, with prepared statements and as many connections, on the same PostgreSQL, the very statements that the
  product sends: PostgreSQL logs them once, and the ids and times are made variables. A grid there is one that nobody has
  asked for before; a booking and a cancellation go from \`begin\` to \`commit\` with key, message and notifications, in the
  same half-hours and as often as over HTTP, which the goal is measured by. The product stands still meanwhile, and what
  pgbench does while its connections still plan their statements does not count.
- **Booking.** Each booking wants other half-hours of another coach, court and player, on both sides, so nobody waits for
  anybody else's claim; 64 companies have two courses each. *The least by hand* is one statement on four tables of its own:
  claims, a hold, a ledger and an invitation, without people, messages, lists, keys and trails.
- **CPU per answer** is what the processes used, whatever the machine did besides; *sender* is the one that asks.
- **Growth.** Every GET of the API, with the requests of the permission sweep, for the person with the longest history who may
  make it: 100 days of ten classes, and 1,000 days, with a game, a stringing and an order on each. Buffers are pages of the database
  that one request read, its statements being planned: of three requests the fewest. A goal is also met by at most 20 pages more,
  which are those of deeper indexes. Calls of the console have no limit of time here. \`growth --full\` has 1,000,000 classes.
- **Sizes and painting.** The built app; a phone of 375 × 812, its CPU slowed down four times by the browser.
`
}

function verdictOf(met: boolean | undefined): string {
  if (met === undefined) return ''
  return met ? 'yes' : 'no'
}
