import { posix } from 'node:path'
import type { Package } from './package-files.ts'

/** Whether a value is allowed. */
type Rule = (value: unknown) => boolean
type Shape = { readonly [name: string]: Rule }
type Json = Record<string, unknown>

const MAX_PRELOAD_BYTES = 2 * 1024 * 1024
const MAX_REASON_LETTERS = 30

const text: Rule = (value) => typeof value === 'string' && value !== ''
const yesOrNo: Rule = (value) => typeof value === 'boolean'
const count: Rule = (value) => typeof value === 'number'
const list: Rule = (value) => Array.isArray(value)
const object: Rule = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.includes(value as string) || isThemed(value)
const isThemed = (value: unknown) => typeof value === 'string' && value.startsWith('@')
const colour: Rule = (value) => isThemed(value) || /^#[0-9a-f]{6}$/i.test(String(value))
const page: Rule = (value) => typeof value === 'string' && /^[^/].*[^/]$/.test(value)
const singlePage: Rule = (value) =>
  faultsOf(value as Json, { navigationBarFit: oneOf('float', 'squeezed') }).length === 0

/**
 * WeChat's documented settings of a window, for all pages or for one. Source: developers.weixin.qq.com, "app.json",
 * "page.json"
 */
const WINDOW: Shape = {
  navigationBarBackgroundColor: colour,
  navigationBarTextStyle: oneOf('black', 'white'),
  navigationBarTitleText: text,
  navigationStyle: oneOf('default', 'custom'),
  backgroundColor: colour,
  backgroundColorTop: colour,
  backgroundColorBottom: colour,
  backgroundTextStyle: oneOf('dark', 'light'),
  enablePullDownRefresh: yesOrNo,
  onReachBottomDistance: count,
  pageOrientation: oneOf('portrait', 'auto', 'landscape'),
}
const PAGE: Shape = {
  ...WINDOW,
  disableScroll: yesOrNo,
  usingComponents: object,
  component: yesOrNo,
  styleIsolation: oneOf('isolated', 'apply-shared', 'shared', 'page-isolated', 'page-apply-shared', 'page-shared'),
  singlePage,
}
const TAB: Shape = { pagePath: page, text, iconPath: text, selectedIconPath: text }
const APP: Shape = {
  entryPagePath: page,
  pages: list,
  subPackages: list,
  window: object,
  tabBar: object,
  networkTimeout: object,
  debug: yesOrNo,
  preloadRule: object,
  permission: object,
  requiredPrivateInfos: list,
  requiredBackgroundModes: list,
  sitemapLocation: text,
  usingComponents: object,
  resizable: yesOrNo,
  style: oneOf('v2'),
  darkmode: yesOrNo,
  themeLocation: text,
  lazyCodeLoading: oneOf('requiredComponents'),
  singlePage,
  __usePrivacyCheck__: yesOrNo,
}
const TAB_BAR: Shape = {
  color: colour,
  selectedColor: colour,
  backgroundColor: colour,
  borderStyle: oneOf('black', 'white'),
  list,
  position: oneOf('bottom', 'top'),
  custom: yesOrNo,
}
const PRELOAD: Shape = { network: oneOf('all', 'wifi'), packages: list }
const SITEMAP_RULE: Shape = {
  action: oneOf('allow', 'disallow'),
  page: text,
  params: list,
  matching: oneOf('exact', 'inclusive', 'exclusive', 'partial'),
  priority: count,
}
/** Calls that app.json has to declare. Source: WeChat documents, app.json, requiredPrivateInfos */
export const PRIVATE_INFOS = ['getFuzzyLocation', 'getLocation', 'onLocationChange', 'startLocationUpdate'].concat(
  'startLocationUpdateBackground',
  'chooseLocation',
  'choosePoi',
  'chooseAddress',
)
const SCOPES = [
  'scope.userLocation',
  'scope.userFuzzyLocation',
  'scope.writePhotosAlbum',
  'scope.addPhoneCalendar',
].concat('scope.record', 'scope.camera', 'scope.bluetooth', 'scope.userLocationBackground')

/** Everything in app.json and the page configurations that WeChat refuses or does not know. */
export function configFaults(built: Package): string[] {
  const app = built.app as unknown as Json
  return [
    ...faultsOf(app, APP).map((fault) => `app.json ${fault}`),
    ...faultsOf((app.window ?? {}) as Json, WINDOW).map((fault) => `window ${fault}`),
    ...pageFaults(built),
    ...tabFaults(built),
    ...themeFaults(built),
    ...preloadFaults(built, (app.preloadRule ?? {}) as Record<string, Json>),
    ...privateFaults(app),
    ...sitemapFaults(built),
  ]
}

/** The unknown names, and the invalid values, of a configuration. */
function faultsOf(json: Json, shape: Shape): string[] {
  return Object.entries(json).flatMap(([name, value]) => {
    const rule = shape[name]
    if (!rule) return [`knows no ${name}`]
    return rule(value) ? [] : [`${name} cannot be ${JSON.stringify(value)}`]
  })
}

function pageFaults(built: Package): string[] {
  const roots = built.app.subPackages.map(({ root }) => root)
  const twice = built.routes.filter((route, index) => built.routes.indexOf(route) !== index)
  const inRoot = built.app.pages.filter((route) => roots.some((root) => route.startsWith(`${root}/`)))
  return [
    ...twice.map((route) => `${route} stands twice`),
    ...inRoot.map((route) => `${route} of the main package lies in a sub-package`),
    ...roots
      .filter((root) => roots.some((other) => other !== root && root.startsWith(`${other}/`)))
      .map((root) => `the sub-package ${root} lies in another`),
    ...built.routes.flatMap((route) => {
      const absent = ['js', 'json', 'wxml'].filter((ending) => !built.has(`${route}.${ending}`))
      if (absent.length > 0) return absent.map((ending) => `${route}.${ending} is missing`)
      const json = built.configOf(route)
      const components = Object.values(json.usingComponents ?? {})
        .map((path) => posix.join(posix.dirname(route), path))
        .filter((path) => !built.has(`${path}.js`))
      return [
        ...faultsOf(json, PAGE).map((fault) => `${route}.json ${fault}`),
        ...components.map((path) => `${route}.json wants ${path}, which is not there`),
      ]
    }),
  ]
}

function tabFaults(built: Package): string[] {
  const { list: tabs, ...bar } = built.app.tabBar
  return [
    ...faultsOf(bar, TAB_BAR).map((fault) => `tabBar ${fault}`),
    ...(tabs.length < 2 || tabs.length > 5 ? [`tabBar cannot have ${tabs.length} tabs`] : []),
    ...tabs.flatMap((tab) => [
      ...faultsOf(tab, TAB).map((fault) => `a tab ${fault}`),
      ...(built.app.pages.includes(tab.pagePath) ? [] : [`the tab ${tab.pagePath} is not in the main package`]),
    ]),
  ]
}

/** Checks that every name with an @ has a value in both themes. */
function themeFaults(built: Package): string[] {
  const names = new Set([...JSON.stringify(built.app).matchAll(/"@(\w+)"/g)].map(([, name = '']) => name))
  if (names.size === 0) return []
  const { light = {}, dark = {} } = built.json(built.app.themeLocation) as Record<string, Json>
  return [...names].filter((name) => !(name in light && name in dark)).map((name) => `theme.json lacks ${name}`)
}

function preloadFaults(built: Package, rules: Record<string, Json>): string[] {
  const files = built.files()
  const roots = built.app.subPackages.map(({ root }) => root)
  const bytesOf = (root: string) =>
    files.filter(({ path }) => path.startsWith(`${root}/`)).reduce((sum, { bytes }) => sum + bytes, 0)
  const rootOf = (route: string) => roots.find((root) => route.startsWith(`${root}/`)) ?? ''
  // All pages of one package share the preload limit.
  const required = new Map<string, Set<string>>()
  for (const [route, rule] of Object.entries(rules)) {
    const packages = required.get(rootOf(route)) ?? new Set()
    for (const root of (rule.packages ?? []) as string[]) packages.add(root)
    required.set(rootOf(route), packages)
  }
  return [
    ...Object.entries(rules).flatMap(([route, rule]) => [
      ...(built.routes.includes(route) ? [] : [`preloadRule names ${route}, which is no page`]),
      ...faultsOf(rule, PRELOAD).map((fault) => `preloadRule ${fault}`),
      ...((rule.packages ?? []) as string[])
        .filter((root) => !roots.includes(root))
        .map((root) => `preloadRule wants ${root}, which is no sub-package`),
    ]),
    ...[...required]
      .filter(([, packages]) => [...packages].reduce((sum, root) => sum + bytesOf(root), 0) > MAX_PRELOAD_BYTES)
      .map(([root]) => `preloadRule of ${root || 'the main package'} is beyond 2 MB`),
  ]
}

function privateFaults({ permission = {}, requiredPrivateInfos = [] }: Json): string[] {
  const infos = requiredPrivateInfos as string[]
  return [
    ...infos.filter((name) => !PRIVATE_INFOS.includes(name)).map((name) => `requiredPrivateInfos knows no ${name}`),
    ...(infos.includes('getLocation') && infos.includes('getFuzzyLocation')
      ? ['getLocation excludes getFuzzyLocation']
      : []),
    ...Object.entries(permission as Record<string, { desc?: string }>).flatMap(([scope, { desc = '' }]) => [
      ...(SCOPES.includes(scope) ? [] : [`permission knows no ${scope}`]),
      ...(desc !== '' && desc.length <= MAX_REASON_LETTERS ? [] : [`permission ${scope} needs a short reason`]),
    ]),
  ]
}

function sitemapFaults(built: Package): string[] {
  const { sitemapLocation } = built.app
  if (!sitemapLocation) return []
  if (!built.has(sitemapLocation)) return [`${sitemapLocation} is missing`]
  const { rules } = built.json(sitemapLocation) as { rules: Json[] }
  return rules.flatMap((rule) => [
    ...faultsOf(rule, SITEMAP_RULE).map((fault) => `sitemap ${fault}`),
    ...(rule.page === '*' || built.routes.includes(String(rule.page)) ? [] : [`sitemap names ${rule.page}, no page`]),
  ])
}
