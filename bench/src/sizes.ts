import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Request } from '@playwright/test'
import { build } from '../../scripts/build.mjs'
import { type BrowserScene, goTo, onPhone } from './browser.ts'
import { grouped } from './numbers.ts'
import { ROOT } from './product.ts'
import type { Row, Section } from './report.ts'

const KB = 1_000
const MAX_HOME_SCRIPT_KB = 115
const MAX_MAIN_PACKAGE_KB = 700
const MAX_SUB_PACKAGE_KB = 350

/** Measures how much must be loaded before the app can be used. */
export async function measureSizes(scene: BrowserScene | undefined): Promise<Section> {
  return { heading: 'Sizes', rows: [...(scene ? [await homeRow(scene)] : [noBrowserRow()]), ...(await packageRows())] }
}

/** The compressed size of the scripts that a player's home page requests. */
async function homeRow(scene: BrowserScene): Promise<Row> {
  const scripts = await onPhone(scene, async (page) => {
    const requests: Request[] = []
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js')) requests.push(request)
    })
    await goTo(page, scene.product, 'pages/home/index')
    await page.waitForLoadState('networkidle')
    return Promise.all(
      requests.map(async (request) => {
        const response = await request.response()
        return {
          bytes: (await request.sizes()).responseBodySize,
          encoding: (await response?.allHeaders())?.['content-encoding'] ?? 'none',
        }
      }),
    )
  })
  const kb = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / KB
  const plain = scripts.filter(({ encoding }) => encoding !== 'br').length
  const note = plain === 0 ? 'all in brotli' : `${plain} of them not in brotli`
  return {
    what: 'scripts of the home page, kB',
    value: `${grouped(kb, 1)} in ${scripts.length} files, ${note}`,
    goal: `≤ ${MAX_HOME_SCRIPT_KB}`,
    met: kb <= MAX_HOME_SCRIPT_KB,
    cause: 'React has 39 of them and Taro 16; the rest is the page, its frame and the cache of answers',
  }
}

function noBrowserRow(): Row {
  return { what: 'scripts of the home page, kB', value: 'Chromium is not installed', goal: `≤ ${MAX_HOME_SCRIPT_KB}` }
}

/** The sizes of the uploaded mini-program. Files outside sub-packages belong to the main package. */
async function packageRows(): Promise<Row[]> {
  await build('weapp')
  const directory = join(ROOT, 'app/dist/weapp')
  const { subPackages = [] } = JSON.parse(readFileSync(join(directory, 'app.json'), 'utf8')) as {
    subPackages?: { root: string }[]
  }
  const roots = subPackages.map(({ root }) => root)
  const files = readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({ path: path.slice(directory.length + 1), kb: statSync(path).size / KB }))
  const sizeOf = (belongs: (path: string) => boolean) =>
    files.filter(({ path }) => belongs(path)).reduce((sum, { kb }) => sum + kb, 0)
  const row = (what: string, kb: number, max: number): Row => ({
    what: `${what}, kB`,
    value: grouped(kb),
    goal: `≤ ${grouped(max)}`,
    met: kb <= max,
  })
  const isIn = (root: string) => (path: string) => path.startsWith(`${root}/`)
  return [
    row(
      'mini-program, main package',
      sizeOf((path) => !roots.some((root) => isIn(root)(path))),
      MAX_MAIN_PACKAGE_KB,
    ),
    ...roots.map((root) => row(`mini-program, sub-package ${root}`, sizeOf(isIn(root)), MAX_SUB_PACKAGE_KB)),
  ]
}
