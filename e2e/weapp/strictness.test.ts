import { describe, expect, test } from 'vitest'
import { configFaults } from './harness/config-rules.ts'
import { BUILT_ORIGIN } from './harness/mini-program.ts'
import { syntaxFaults } from './harness/script-rules.ts'
import { styleFaults } from './harness/style-rules.ts'
import { TINY_APP, useTinyPrograms } from './harness/tiny-program.ts'

const { write, launch } = useTinyPrograms()

describe('code that an old phone cannot parse is found in the files', () => {
  test.each([
    ['a number without end', 'const a = 1n', 'Identifier directly after number'],
    ['a field of a class', 'class A { size = 1 }', 'Unexpected token'],
    ['an optional link', 'a?.b', 'Unexpected token'],
    ['what stands in for nothing', 'a ?? b', 'Unexpected token'],
    ['an assignment with a condition', 'a ||= b', 'Assigning to rvalue|Unexpected token'],
  ])('%s', (_what, script, fault) => {
    const built = write({ files: { 'far/pages/away/index.js': script } })
    expect(syntaxFaults(built)).toEqual([expect.stringMatching(new RegExp(`^far/pages/away/index.js: (${fault})`))])
  })
})

describe('settings that WeChat does not know or would refuse are found in app.json and the pages', () => {
  const { tabBar } = TINY_APP
  const rules = (...packages: string[]) => ({ preloadRule: { 'pages/home/index': { network: 'all', packages } } })
  const sitemap = { sitemapLocation: 'sitemap.json' }
  test.each<[string, object, Record<string, string>]>([
    ['app.json knows no subpackage', { subpackage: [] }, {}],
    ['app.json lazyCodeLoading cannot be "all"', { lazyCodeLoading: 'all' }, {}],
    ['window navigationBarTextStyle cannot be "green"', { window: { navigationBarTextStyle: 'green' } }, {}],
    ['tabBar color cannot be "red"', { tabBar: { ...tabBar, color: 'red' } }, {}],
    ['tabBar cannot have 1 tabs', { tabBar: { ...tabBar, list: tabBar.list.slice(1) } }, {}],
    ['pages/home/index stands twice', { pages: [...TINY_APP.pages, 'pages/home/index'] }, {}],
    ['pages/none/index.js is missing', { pages: [...TINY_APP.pages, 'pages/none/index'] }, {}],
    [
      'the tab far/pages/away/index is not in the main package',
      {
        tabBar: { ...tabBar, list: [...tabBar.list, { ...tabBar.list[0], pagePath: 'far/pages/away/index' }] },
      },
      {},
    ],
    [
      'theme.json lacks ground',
      { themeLocation: 'theme.json', window: { backgroundColor: '@ground' } },
      {
        'theme.json': '{ "light": { "ground": "#FFFFFF" }, "dark": {} }',
      },
    ],
    ['preloadRule wants near, which is no sub-package', rules('near'), {}],
    ['preloadRule of the main package is beyond 2 MB', rules('far'), { 'far/big.txt': 'x'.repeat(2 ** 21 + 1) }],
    ['requiredPrivateInfos knows no getPhoneNumber', { requiredPrivateInfos: ['getPhoneNumber'] }, {}],
    ['permission scope.userFuzzyLocation needs a short reason', { permission: { 'scope.userFuzzyLocation': {} } }, {}],
    ['sitemap.json is missing', sitemap, {}],
    [
      'sitemap names pages/none/index, no page',
      sitemap,
      {
        'sitemap.json': '{ "rules": [{ "action": "allow", "page": "pages/none/index" }] }',
      },
    ],
    [
      'pages/other/index.json knows no enableShareTimeline',
      {},
      {
        'pages/other/index.json': '{ "enableShareTimeline": true }',
      },
    ],
    [
      'pages/other/index.json wants parts/none, which is not there',
      {},
      {
        'pages/other/index.json': '{ "usingComponents": { "none": "../../parts/none" } }',
      },
    ],
    [
      'pages/other/index.json singlePage cannot be {"navigationBarFit":"off"}',
      {},
      {
        'pages/other/index.json': '{ "singlePage": { "navigationBarFit": "off" } }',
      },
    ],
  ])('%s', (fault, over, files) => {
    const built = write({ files: { 'app.json': JSON.stringify({ ...TINY_APP, ...over }), ...files } })
    expect(configFaults(built)).toEqual(expect.arrayContaining([fault]))
  })

  test('nothing is found if all is as documented', () => {
    expect(configFaults(write({ files: { 'app.json': JSON.stringify(TINY_APP) } }))).toEqual([])
  })
})

describe('styles that WXSS or an old phone cannot read are found in the style sheets', () => {
  test.each([
    ['.a > * { color: red }', '.a > * selects with *'],
    ['@layer base { .a { color: red } }', '@layer is not known'],
    ['@container (min-width: 9px) { .a { color: red } }', '@container is not known'],
    ['.a:has(.b) { color: red }', '.a:has(.b) is not known to every phone'],
    ['.a:focus-visible { color: red }', '.a:focus-visible is not known to every phone'],
    ['@import "./none.wxss";', '"./none.wxss" is missing'],
    ['.a { background: url(/assets/a.png) }', 'background reads a file of the package'],
    ['.a:global(.b) { color: red }', '.a:global(.b) is not known to every phone'],
    ['.a { display: flex; gap: 4px }', '.a has a gap that old phones lack'],
    ['.a, .b { display: flex } .a { gap: 4px }', '.a has a gap that old phones lack'],
    ['.a { display: flex } .b .a { gap: 4px }', '.b .a has a gap that old phones lack'],
    [
      '.a { display: flex; gap: 4px } @supports (x: y) { .a > :last-child { color: red } }',
      '.a has a gap that old phones lack',
    ],
  ])('%s', (style, fault) => {
    const built = write({ files: { 'pages/home/index.wxss': style } })
    expect(styleFaults(built)).toEqual([`pages/home/index.wxss: ${fault}`])
  })
})

describe('calls that WeChat would not carry out are found while the program runs', () => {
  const connect = `wx.connectSocket({ url: '${BUILT_ORIGIN.replace('http', 'ws')}/live' })`
  const six = `{ onLoad() { for (let count = 0; count < 6; count++) ${connect} } }`
  const again = `{ onLoad() { const open = () => ${connect}.onClose(open); open() } }`
  test.each([
    ['a sixth connection', { page: six }, '6 connections are beyond 5'],
    [
      'a connection that is begun anew as soon as it breaks',
      { page: again },
      'connects again after 3 breaks in a second',
    ],
    [
      'a connection to elsewhere',
      { page: "{ onLoad() { wx.connectSocket({ url: 'wss://example.org' }) } }" },
      'is not on the server',
    ],
    ['a picture without https', { wxml: '<image src="http://example.org/a.png" />' }, 'is not https'],
    ['a picture of elsewhere', { wxml: '<image src="https://example.org/a.png" />' }, 'is not on the server'],
    ['a picture that the package lacks', { wxml: '<image src="/assets/none.png" />' }, 'is not in the package'],
    ['a ground without https', { wxml: '<view style="background:url(http://example.org/a.png)" />' }, 'is not https'],
    [
      'a file without https',
      { page: "{ onLoad() { wx.downloadFile({ url: 'http://example.org/a' }) } }" },
      'is not https',
    ],
  ])('%s', async (_what, tiny, fault) => {
    await expect(launch(tiny).isQuiet()).rejects.toThrow(fault)
  })
})
