import { writeFile } from 'node:fs/promises'
import { routesOfApp } from '../run/routes-of-app.ts'
import type { Shot } from './shot.ts'

/** A stand-in for Taro's macro of page configurations, for reading the files without a build. */
Object.assign(globalThis, { definePageConfig: <Config>(config: Config): Config => config })

const source = (path: string) => new URL(`../../app/src/${path}`, import.meta.url).href

/** The picture for a route that only leads to another one, or that another picture opens by presses. */
const SHOWN_BY: Record<string, string> = {
  'pages/booking/index': 'booking',
  'coach/pages/course/index': 'coach-course',
}

/** The title of each route of the app, in the order of its configuration. */
async function pagesOfApp(): Promise<{ route: string; title: string }[]> {
  const routes = await routesOfApp()
  return Promise.all(
    routes.map(async (route) => {
      const { default: page } = (await import(source(`${route}.config.ts`))) as {
        default: { navigationBarTitleText: string }
      }
      return { route, title: page.navigationBarTitleText }
    }),
  )
}

/**
 * Writes the list of pictures per route, next to the pictures.
 *
 * @throws Error if a route has no picture
 */
export async function writeIndex(folder: string, shots: readonly Shot[]): Promise<void> {
  const pages = await pagesOfApp()
  const missing: string[] = []
  const rows = pages.map(({ route, title }) => {
    const own = shots.filter(({ name, route: shown }) => shown.split('?')[0] === route || name === SHOWN_BY[route])
    if (own.length === 0) missing.push(route)
    const links = own.map(({ name }) => `[${name}](${name}.png)`)
    return `| ${title} | \`${route}\` | ${links.join(', ')} |`
  })
  if (missing.length > 0) throw new Error(`no picture shows ${missing.join(', ')}`)
  const lines = [
    '# Screens',
    '',
    'Every route of the app and the pictures of it, as `npm run screens` takes them over the demo world.',
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
