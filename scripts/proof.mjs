// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// The results of the long run: docs/proof.json holds them, docs/proof.md shows them. Run: node scripts/proof.mjs, which
// checks that the page is exactly what the data make.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, isMain } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const RESULTS = join(root, 'docs', 'proof.json')
const PAGE = join(root, 'docs', 'proof.md')

/**
 * Start times of the journeys' clock: around midnight and noon, the ends of months and years, 29 February. All of them
 * are in the future, because the clock must not go backwards.
 */
export const CLOCKS = [
  '2031-01-31T00:10:00+08:00',
  '2031-03-01T07:29:00+08:00',
  '2031-06-30T23:50:00+08:00',
  '2031-10-03T13:05:00+08:00',
  '2031-12-31T11:55:00+08:00',
  '2032-01-01T00:01:00+08:00',
  '2032-02-28T21:40:00+08:00',
  '2032-02-29T00:10:00+08:00',
  '2032-02-29T23:50:00+08:00',
  '2032-04-30T18:31:00+08:00',
]

/** The name of the piece whose journeys begin at that clock. */
export const journeysOf = (clock) => `journeys-${clock.slice(0, '2031-01-31T00:10'.length)}`

/** What each piece of the long run tries beyond npm test. */
export const TRIES = {
  mutations: 'every hostile value in every field of every call',
  models: 'long lives of the models, of seeds that nobody has seen yet',
  weapp: 'every page of the mini-program for everybody, in every text size, drawn on every device',
  dev: 'npm run dev in a fresh copy: changes arrive, two stand side by side, nothing outlives them',
  commands: 'every command that README and CONTRIBUTING name, in a fresh clone',
  hosts: 'several hosts on one database: Debian’s PgBouncer, a streaming replica, an S3 store, the end of a primary',
  deploy:
    'every command of docs/deploy.md on a new Debian, upgrades and ways back under load, a way back to a point in time; the restore drill',
  'faults-server': 'the server killed under load, again and again',
  'faults-database': 'PostgreSQL killed under load, again and again',
  'faults-others': 'cut connections, a full disk, jumps of the clock and slow senders, under load',
  load: 'half an hour of what people do at four fifths of what this machine bears; then five times as much',
  races: 'all rounds of the races, and every other test of the server beside them',
  ...Object.fromEntries(
    CLOCKS.map((clock) => [journeysOf(clock), 'every browser journey, with its clock beginning then']),
  ),
}

/**
 * The result of one piece.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, seeds: string[], figures?: string[], broken: string[],
 *   minutes: number, at: string, commit?: string, machine: string }} Result `figures`: what it measured; `at`: yyyy-mm-dd, or the instant; `commit`: short, with a
 *   plus if files had changed since; runs before 2026-11-25 did not write it
 */

/**
 * Saves the result of a piece next to those of the others, and rewrites the page.
 *
 * @param {string} name
 * @param {Omit<Result, 'at' | 'commit' | 'machine'>} result
 */
export function recordProof(name, result) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', '.', ':!docs') === '' ? '' : '+'
  const commit = git('rev-parse', '--short=8', 'HEAD') + changed
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node.js ${process.versions.node}`
  const known = { ...readResults(), [name]: { ...result, at: new Date().toISOString(), commit, machine } }
  writeFileSync(RESULTS, `${JSON.stringify(known, null, 2)}\n`)
  writeFileSync(PAGE, pageOf(known))
}

const readResults = () => JSON.parse(readFileSync(RESULTS, 'utf8'))

/** The page that these results make. */
function pageOf(known) {
  const ran = Object.keys(TRIES).flatMap((name) => known[name] ?? [])
  const newest = ran.reduce((last, one) => (one.at > last.at ? one : last), ran[0])
  const rows = Object.entries(TRIES).map(([name, tries]) => {
    const one = known[name]
    if (!one) return `| ${name} | ${tries} | not run yet | | | | |`
    const verdict = one.broken.length > 0 ? `**failed: ${one.broken.join(', ')}**` : 'passed'
    const counts = `${one.passed} passed, ${one.failed} failed, ${one.skipped} skipped`
    const commit = `${one.commit ?? 'unknown'}${one.commit && one.commit === newest.commit ? '' : ' (older code)'}`
    return `| ${name} | ${tries} | ${verdict} | ${counts} | ${commit} | ${one.minutes} | ${one.at.slice(0, 10)}, ${one.machine} |`
  })
  const seeds = Object.values(known).flatMap(({ seeds }) => seeds)
  const figures = ran.flatMap(({ figures = [] }) => figures)
  return `# What the long run proved

\`npm test\` takes samples: one hostile value of every fourth kind in each field, an eighth of the rounds of each race, a third of the
screens, the models' lives of one seed, one clock for the browser. \`npm run test:long\` tries all of it, in pieces of at most an hour;
\`npm run test:long -- races\` runs one piece. This page is written by it, and \`npm run check\` compares it with its data.

A row proves the code of its commit. **Older code** marks the rows of another commit than the latest run's.

| Piece | What it tries | Verdict | Cases | Commit | Minutes | When and where |
|---|---|---|---|---|---|---|
${rows.join('\n')}

Figures, each of its last run:

${figures.map((figure) => `- ${figure}`).join('\n') || '- none yet'}

Seeds of the models (\`MODEL_SEED=…\` follows them again):

${seeds.map((seed) => `- ${seed}`).join('\n') || '- none yet'}
`
}

if (isMain(import.meta.url) && readFileSync(PAGE, 'utf8') !== pageOf(readResults())) {
  fail('docs/proof.md is not what docs/proof.json makes. Only npm run test:long writes them.')
}
