// Writes the pictures of docs/screens: npm run screens   Draws any by name into test-results: npm run screens -- <name> …
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { journeyStart } from '../run/clock.ts'
import { routesOfApp } from '../run/routes-of-app.ts'
import { removeData, startServer } from '../run/server.ts'
import { arrangeBallScenes, ballShots } from './ball-shots.ts'
import { bookingShots } from './booking-shots.ts'
import { classShots } from './class-shots.ts'
import { coachShots } from './coach-shots.ts'
import { consoleShots } from './console-shots.ts'
import { goodsShots } from './goods-shots.ts'
import { otherShots, searchShots } from './other-shots.ts'
import { cardShots, peopleShots } from './people-shots.ts'
import { arrangeScenes } from './scenes.ts'
import { type Shot, shoot } from './shot.ts'

const DOCS = fileURLToPath(new URL('../../docs/screens/', import.meta.url))
const RESULTS = fileURLToPath(new URL('../test-results/screens/', import.meta.url))

/** The pictures in the repository, a few of each area. It keeps every version, so all others are drawn by name only. */
const IN_DOCS: readonly string[] = [
  'home',
  'home-dark',
  'booking',
  'booking-desktop',
  'class-confirmed',
  'contract',
  'calendar',
  'balls',
  'ball',
  'stringing-form',
  'stringing-order',
  'products',
  'cards',
  'player-card',
  'coach-home',
  'coach-page',
  'trial-lesson',
  'coach-day',
  'coach-schedule-week-desktop',
  'coach-students',
  'coach-student',
  'coach-company',
  'console-approvals',
  'console-venue-courts',
  'console-shop-orders',
  'console-payments',
  'console-board',
  'console-stringing-order',
  'console-analytics',
  'console-roster-import',
]

async function main(names: readonly string[]): Promise<void> {
  for (const folder of [DOCS, RESULTS]) await mkdir(folder, { recursive: true })
  // At a fixed instant the demo world has room for every scene, and pictures change only where the product does.
  const server = await startServer({ at: journeyStart() })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const { address } = server
    const scenes = await arrangeScenes(address)
    const all = [
      ...otherShots(scenes),
      ...searchShots(),
      ...peopleShots(),
      ...classShots(scenes),
      ...bookingShots(address, scenes),
      ...coachShots(address, scenes),
      ...ballShots(await arrangeBallScenes(address)),
      ...(await goodsShots(address)),
      ...(await cardShots(address)),
      ...consoleShots(),
    ]
    const isForDocs = names.length === 0
    const shots = shotsNamed(all, isForDocs ? IN_DOCS : names)
    const folder = isForDocs ? DOCS : RESULTS
    for (const shot of shots) {
      await shoot(browser, { address, folder }, shot)
      console.log(`${folder}${shot.name}.png`)
    }
    if (isForDocs) {
      await removeStale()
      await writeIndex(DOCS, shots)
    }
  } finally {
    await browser.close()
    await server.stop()
    await removeData(server.dataDir)
  }
}

/** @throws Error if a name is unknown; it lists the known ones */
function shotsNamed(all: readonly Shot[], names: readonly string[]): Shot[] {
  const known = new Map(all.map((shot) => [shot.name, shot]))
  return names.map((name) => {
    const shot = known.get(name)
    if (!shot) throw new Error(`no picture is called ${name}, only ${[...known.keys()].join(', ')}`)
    return shot
  })
}

/** Deletes pictures that are not of the repository any more, because they would become outdated unnoticed. */
async function removeStale(): Promise<void> {
  for (const file of await readdir(DOCS)) {
    if (file.endsWith('.png') && !IN_DOCS.includes(file.replace('.png', ''))) await rm(`${DOCS}${file}`)
  }
}

/** The title of each route of the app, in the order of its configuration. */
async function pagesOfApp(): Promise<{ route: string; title: string }[]> {
  const routes = await routesOfApp()
  return Promise.all(
    routes.map(async (route) => {
      const source = await readFile(new URL(`../../app/src/${route}.tsx`, import.meta.url), 'utf8')
      const title = /navigationBarTitleText: '([^']+)'/.exec(source)?.[1]
      if (title === undefined) throw new Error(`${route} has no title`)
      return { route, title }
    }),
  )
}

/** Writes the list of these pictures, by route, next to the pictures. */
async function writeIndex(folder: string, shots: readonly Shot[]): Promise<void> {
  const pages = await pagesOfApp()
  const rows = pages.flatMap(({ route, title }) => {
    const own = shots.filter(({ route: shown }) => shown.split('?')[0] === route)
    const links = own.map(({ name }) => `[${name}](${name}.png)`)
    return own.length === 0 ? [] : [`| ${title} | \`${route}\` | ${links.join(', ')} |`]
  })
  const lines = [
    '# Screens',
    '',
    'Some screens of each area, as `npm run screens` takes them over the demo world. `npm run screens -- <name> …` draws',
    'any screen of `e2e/screens` into `e2e/test-results/screens`.',
    '',
    '| Title | Route | Pictures |',
    '|---|---|---|',
    ...rows,
    '',
    '## The console',
    '',
    '| Who | Address | Picture |',
    '|---|---|---|',
    ...shots.flatMap(({ name, route, staff }) =>
      staff ? [`| ${staff} | \`/console${route}\` | [${name}](${name}.png) |`] : [],
    ),
  ]
  await writeFile(`${folder}README.md`, `${lines.join('\n')}\n`)
}

await main(process.argv.slice(2))
