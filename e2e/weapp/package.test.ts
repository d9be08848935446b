import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { configFaults } from './harness/config-rules.ts'
import { BUILT_ORIGIN } from './harness/mini-program.ts'
import { builtPackage } from './harness/package-files.ts'
import { syntaxFaults } from './harness/script-rules.ts'
import { styleFaults } from './harness/style-rules.ts'

const KB = 1_000
const MAX_MAIN_BYTES = 700 * KB
const MAX_SUB_PACKAGE_BYTES = 350 * KB
const MAX_ICON_BYTES = 40 * KB
const ICON_PX = 81

/** Addresses that libraries only use in texts: a namespace, a page named in an error, a placeholder for a location. */
const NEVER_CALLED = ['http://www.w3.org', 'https://reactjs.org', 'https://taro.com']

const built = builtPackage()
const roots = built.app.subPackages.map(({ root }) => root)
const files = built.files()
const bytesOf = (isOwn: (path: string) => boolean) =>
  files.filter(({ path }) => isOwn(path)).reduce((sum, { bytes }) => sum + bytes, 0)

describe('what a phone downloads', () => {
  test('the main package is at most 700 KB', () => {
    const bytes = bytesOf((path) => !roots.some((root) => path.startsWith(`${root}/`)))
    expect(bytes).toBeLessThanOrEqual(MAX_MAIN_BYTES)
  })

  test.each(roots)('the sub-package %s is at most 350 KB', (root) => {
    const bytes = bytesOf((path) => path.startsWith(`${root}/`))
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(MAX_SUB_PACKAGE_BYTES)
  })
})

test('the oldest phones can parse every script', () => {
  expect(syntaxFaults(built)).toEqual([])
})

describe('the configuration that WeChat reads', () => {
  test('contains nothing that WeChat does not know or would refuse', () => {
    expect(configFaults(built)).toEqual([])
  })

  test('lets WeChat’s search find the public pages only', () => {
    const { rules } = built.json(built.app.sitemapLocation ?? '') as { rules: { action: string; page: string }[] }
    const own = /^(user|coach)\/|\/(cart|checkout|orders?|threading_order|rackets?|my|login|login_h5|user_card)\//
    expect(rules.at(-1)).toEqual({ action: 'disallow', page: '*' })
    const found = rules.filter(({ action }) => action === 'allow').map(({ page }) => page)
    expect(found).toContain('pages/bookingBall/index')
    expect(found.filter((page) => own.test(`/${page}`) || own.test(page))).toEqual([])
  })

  test('loads only the code of opened pages, and preloads the next ones', () => {
    expect(built.app.lazyCodeLoading).toBe('requiredComponents')
    const ruled = Object.keys((built.app as { preloadRule?: object }).preloadRule ?? {})
    expect(ruled.slice(0, built.tabs.length)).toEqual(built.tabs)
    // The others ask for a region.
    const asking = ['user_addrs_add', 'user_addrs_edit', 'user_regist', 'user_info']
    expect(ruled.slice(built.tabs.length)).toEqual(asking.map((page) => `user/pages/${page}/index`))
  })

  test('places a page’s own bar below that of the timeline', () => {
    const shared = built.routes.filter((route) => /onShareTimeline|enableShareTimeline/.test(built.text(`${route}.js`)))
    expect(shared.length).toBe(3)
    expect(shared.map((route) => built.configOf(route).singlePage)).toEqual(
      shared.map(() => ({ navigationBarFit: 'squeezed' })),
    )
  })
})

test('no schema of the API is downloaded: the app never validates', () => {
  const scripts = files.filter(({ path }) => path.endsWith('.js'))
  expect(scripts.filter(({ path }) => /\b(multipleOf|maxItems|minItems):/.test(built.text(path)))).toEqual([])
})

test('the names of all districts are in one sub-package, as a file that pages fetch when somebody chooses', () => {
  const scripts = files.filter(({ path }) => path.endsWith('.js'))
  const held = scripts.filter(({ path }) => /\b310104:/.test(built.text(path)))
  expect(held.map(({ path }) => path)).toEqual(['shop/regions.js'])
})

test('WXSS and the oldest phones can read every style sheet', () => {
  expect(styleFaults(built)).toEqual([])
})

test('the index of docs/screens lists exactly the pictures there, each of an existing page', () => {
  const file = (path: string) => new URL(`../../${path}`, import.meta.url)
  const rows = [...readFileSync(file('docs/screens/README.md'), 'utf8').matchAll(/^\| .+ \| `(.+)` \| (.+) \|$/gm)]
  const listed = rows.flatMap(([, , links = '']) => links.match(/[\w-]+\.png/g) ?? [])
  const pictures = readdirSync(file('docs/screens')).filter((name) => name.endsWith('.png'))
  expect(listed.sort()).toEqual(pictures.sort())

  const paths = [...readFileSync(file('console/src/pages.tsx'), 'utf8').matchAll(/ path: '(.+)'/g)]
  const consolePages = paths.map(([, path = '']) => new RegExp(`^/console${path.replace(/:\w+/g, '\\d+')}$`))
  const isPage = (route = '') => built.routes.includes(route) || consolePages.some((page) => page.test(route))
  expect(rows.map(([, route]) => route?.split('?')[0]).filter((route) => !isPage(route))).toEqual([])
})

describe('the tab bar', () => {
  const themes = built.json(built.app.themeLocation) as Record<string, Record<string, string>>
  const names = built.app.tabBar.list.flatMap(({ iconPath, selectedIconPath }) => [iconPath, selectedIconPath])
  const icons = Object.values(themes).flatMap((theme) => names.map((name) => theme[name.replace('@', '')] ?? name))

  test('has five tabs with a picture each, selected and not, in both themes', () => {
    expect(new Set(icons).size).toBe(5 * 2 * 2)
  })

  test.each(icons)('%s is in the package, at most 40 KB, a PNG of 81 by 81', (icon) => {
    const path = icon.replace(/^\//, '')
    expect(files.map((file) => file.path)).toContain(path)
    expect(files.find((file) => file.path === path)?.bytes).toBeLessThanOrEqual(MAX_ICON_BYTES)
    const bytes = built.bytes(path)
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([ICON_PX, ICON_PX])
  })
})

test('no file names a host other than the one the app calls', () => {
  const named = files
    .filter(({ path }) => /\.(js|json|wxml|wxs|wxss)$/.test(path))
    .flatMap(({ path }) =>
      [...built.text(path).matchAll(/(?:https?|wss?):\/\/[\w.-]+(?::\d+)?/g)].map(([host]) => ({ path, host })),
    )
  expect(named.map(({ host }) => host)).toContain(BUILT_ORIGIN)
  expect(named.filter(({ host }) => host !== BUILT_ORIGIN && !NEVER_CALLED.includes(host))).toEqual([])
})

test('every page of app.json has its code, its template and its settings', () => {
  const paths = new Set(files.map(({ path }) => path))
  for (const route of built.routes) {
    for (const ending of ['js', 'json', 'wxml']) expect(paths).toContain(`${route}.${ending}`)
  }
})
