import { readFile, writeFile } from 'node:fs/promises'
import { routesOfApp } from '../run/routes-of-app.ts'
import type { Shot } from './shot.ts'

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
export async function writeIndex(folder: string, shots: readonly Shot[]): Promise<void> {
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
