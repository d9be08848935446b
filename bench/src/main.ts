// Measures the product from outside. Run: npm run bench [-- grid create watchers console exports publish roster size paint web memory growth]
// (default: all; `growth --full` has a million classes, `growth --calls=<regular expression>` measures some calls and writes nothing).
// Growth writes its part of the page, alone too. With --small each part runs in seconds, to show that it works.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { build } from '../../scripts/build.mjs'
import { findChromium, openBrowserScene } from './browser.ts'
import { measureConsole } from './console.ts'
import { fillConsoleWorld } from './console-world.ts'
import { measureCreate } from './create.ts'
import { atEnd, endAll, endInGoodOrder } from './ending.ts'
import { measureExports } from './exports.ts'
import { loadGrid, measureGrid, openGridScene } from './grid.ts'
import { measureGrowth } from './growth.ts'
import { describeMachine } from './machine.ts'
import { MemoryWatch } from './memory.ts'
import { measurePaint } from './paint.ts'
import { logIn } from './people.ts'
import { pgbenchVersion } from './pgbench.ts'
import { type Product, ROOT, startProduct } from './product.ts'
import { measurePublish } from './publish.ts'
import { causesOf, documentOf, growthIn, growthOf, type Section, tableOf, withGrowth } from './report.ts'
import { measureRoster } from './roster.ts'
import { IS_SMALL } from './scale.ts'
import { measureSizes } from './sizes.ts'
import { measureWatchers } from './watchers.ts'
import { measureWeb } from './web.ts'
import { FIRST, fillWorld, STUDIO } from './world.ts'

const PARTS = [
  'grid',
  'create',
  'watchers',
  'console',
  'exports',
  'publish',
  'roster',
  'size',
  'paint',
  'web',
  'memory',
  'growth',
] as const
type Part = (typeof PARTS)[number]
const TIME_LIMIT_MS = 1_200_000
/** Growth fills a database with a million classes. */
const TIME_LIMIT_OF_GROWTH_MS = 3_600_000
const DOCUMENT = join(ROOT, 'docs/performance.md')

const CALLS = '--calls='
const calls = process.argv.find((word) => word.startsWith(CALLS))?.slice(CALLS.length)
const asked = process.argv.slice(2).filter((word) => word !== '--small' && word !== '--full' && !word.startsWith(CALLS))
const unknown = asked.filter((name) => !PARTS.some((part) => part === name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${PARTS.join(', ')}`)
  process.exit(1)
}
const wants = (...parts: Part[]) => asked.length === 0 || parts.some((part) => asked.includes(part))
const say = (sentence: string) => console.log(sentence)

endInGoodOrder(wants('growth') && !IS_SMALL ? TIME_LIMIT_OF_GROWTH_MS : TIME_LIMIT_MS)
let code = 1
try {
  const { sections, growth, machine } = await measure()
  const table = tableOf(sections) + causesOf(sections)
  console.log(`\n${machine.join('; ')}\n\n${table}`)
  if (growth) console.log(`\n${tableOf([growth])}`)
  const page = readFileSync(DOCUMENT, 'utf8')
  const ofGrowth = growth ? growthOf(tableOf([growth]), machine, commitOf()) : growthIn(page)
  if (!IS_SMALL && calls === undefined && (asked.length === 0 || growth)) {
    writeFileSync(DOCUMENT, asked.length === 0 ? documentOf(table, machine, ofGrowth) : withGrowth(page, ofGrowth))
    say(`\nWritten to ${DOCUMENT}`)
  }
  code = 0
} catch (error) {
  console.error(error)
} finally {
  await endAll()
}
process.exit(process.exitCode ?? code)

/** The commit of the code, short, with a plus if files have changed since. */
function commitOf(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', '.', ':!docs') === '' ? '' : '+'
  return git('rev-parse', '--short=8', 'HEAD') + changed
}

async function measure(): Promise<{ sections: Section[]; growth?: Section; machine: string[] }> {
  const pgbench = await pgbenchVersion()
  const sections: Section[] = []
  let machine = await describeMachine(undefined, pgbench)
  if (wants('grid', 'create', 'watchers', 'memory')) {
    say('starting the product and filling its database …')
    const product = await startProduct({ demo: false })
    const memory = await MemoryWatch.begin(product)
    const db = await databaseOf(product)
    machine = await describeMachine(db, pgbench)
    const world = await fillWorld(db)
    if (wants('grid', 'memory')) {
      say('grids …')
      const scene = await openGridScene(product, db, world)
      if (wants('grid')) sections.push(await measureGrid(scene, memory))
      else await memory.during(() => loadGrid(scene))
      if (wants('memory')) sections.push(await memory.section())
    }
    if (wants('create', 'watchers')) {
      const places = Array.from({ length: STUDIO.places }, (_, place) => FIRST.studioPlayer + place)
      const students = await logIn(product, places)
      if (wants('create')) {
        say('bookings …')
        sections.push(await measureCreate({ product, db, world, students }))
      }
      if (wants('watchers')) {
        say('a grid that many look at …')
        sections.push(await measureWatchers(product, db, { world, students }))
      }
    }
    await db.end()
    await product.stop()
  }
  if (wants('size', 'paint', 'web', 'publish', 'console', 'exports', 'roster')) {
    // The server allows the script of the page that it finds at its start.
    if (wants('size', 'paint', 'web')) await build('h5')
    say('starting the product with its demo world …')
    const product = await startProduct({ demo: true })
    if (wants('size', 'paint', 'web')) {
      say('the app …')
      const chromium = findChromium()
      const scene = chromium === undefined ? undefined : await openBrowserScene(chromium, product)
      if (wants('size')) sections.push(await measureSizes(scene))
      if (wants('paint')) sections.push(await measurePaint(scene))
      if (wants('web')) sections.push(await measureWeb(scene))
      await scene?.browser.close()
    }
    if (wants('publish')) {
      say('texts …')
      sections.push(await measurePublish(product))
    }
    if (wants('console', 'exports')) {
      say('the console …')
      const db = await databaseOf(product)
      await fillConsoleWorld(db)
      await db.end()
      if (wants('console')) sections.push(await measureConsole(product))
      if (wants('exports')) sections.push(await measureExports(product))
    }
    if (wants('roster')) {
      say('a table of students …')
      sections.push(await measureRoster(product))
    }
    await product.stop()
  }
  // Its small size is one of the server's tests.
  if (!wants('growth') || IS_SMALL) return { sections, machine }
  say('history, and ten times as much …')
  return { sections, growth: await measureGrowth(process.argv.includes('--full') ? 'full' : 'person', calls), machine }
}

async function databaseOf({ databaseUrl }: Product): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: databaseUrl, application_name: 'paidang-bench' })
  await db.connect()
  atEnd(() => db.end())
  return db
}
