import { describe, expect, test, vi } from 'vitest'
import { now } from '../run/clock.ts'
import { useTinyPrograms } from './harness/tiny-program.ts'

const { launch } = useTinyPrograms()

describe('features that WeChat lacks are missing here', () => {
  test.each([
    ...['window', 'document', 'navigator', 'location', 'localStorage', 'fetch', 'AbortController', 'XMLHttpRequest'],
    ...[
      'URL',
      'TextEncoder',
      'Intl',
      'process',
      'Buffer',
      'requestAnimationFrame',
      'queueMicrotask',
      'structuredClone',
    ],
  ])('%s', (name) => {
    const { faults } = launch({ page: `{ onLoad() { ${name}.name } }` })
    expect(faults.all).toEqual([expect.stringContaining(`${name} is not defined`)])
  })

  test.each(['[1].at(0)', '"a".replaceAll("a", "b")', 'Object.hasOwn({}, "a")', 'new Date().toLocaleString("zh-CN")'])(
    'features that the oldest phones lack: %s',
    async (expression) => {
      const { faults } = launch({
        page: `{ onLoad() { Promise.reject(1).catch(() => ${expression}).catch(() => {}) } }`,
      })
      await vi.waitFor(() => expect(faults.all).toEqual([expect.stringContaining('it knows no')]))
    },
  )

  test('code made from text', () => {
    const { faults } = launch({ page: '{ onLoad() { new Function("return 1") } }' })
    expect(faults.all).toEqual([expect.stringContaining('Code generation from strings disallowed')])
  })

  test('unknown calls of wx, and those that this harness does not implement', () => {
    expect(launch({ page: '{ onLoad() { wx.flyAway() } }' }).faults.all[0]).toContain('wx.flyAway does not exist')
    expect(launch({ page: '{ onLoad() { wx.scanCode({}) } }' }).faults.all[0]).toContain('wx.scanCode exists in WeChat')
  })

  test('other hosts than the server', () => {
    const { faults } = launch({ page: '{ onLoad() { wx.request({ url: "https://example.org/a" }) } }' })
    expect(faults.all).toEqual([expect.stringContaining('https://example.org/a is not on the server')])
  })

  test('a template that the build left out', async () => {
    const program = launch({ wxml: '<template is="absent" data="{{word:1}}" />' })
    await expect(program.screen.sees('x')).rejects.toThrow('the template absent, which is not in the build')
  })
})

describe('require', () => {
  const requires = (code: string) =>
    launch({ page: `{ onLoad() { ${code} } }`, files: { 'far/part.js': 'exports.a = 1' } })
  const later = (path: string) =>
    requires(
      `require.async('${path}').then(({ a }) => wx.setStorageSync('seen', a), ({ message }) => wx.setStorageSync('seen', message))`,
    )

  test('of a file in a sub-package, by another package, fails at once', () => {
    expect(requires("require('../../far/part.js')").faults.all).toEqual([expect.stringContaining('is not defined')])
  })

  test('of the same file fetches the package, and answers later', async () => {
    const program = later('../../far/part.js')
    expect(program.storage.get('seen')).toBeUndefined()
    await program.screen.until('the part', () => program.storage.get('seen') === 1)
  })

  test('of a package that cannot be downloaded says so, and may be tried again', async () => {
    const program = launch({
      page: `{ onLoad() { this.eh() }, eh() {
        require.async('../../far/part.js').then(({ a }) => wx.setStorageSync('seen', a), ({ mod }) => wx.setStorageSync('seen', mod))
      } }`,
      wxml: '<view bindtap="eh">again</view>',
      files: { 'far/part.js': 'exports.a = 1' },
    })
    program.subPackages.failing.add('far')
    await program.screen.until('the failure', () => program.storage.get('seen') === '../../far/part.js')
    program.subPackages.failing.clear()
    await program.screen.tap({ text: 'again' })
    await program.screen.until('the part', () => program.storage.get('seen') === 1)
  })

  test.each(['/far/part.js', '../../far/absent.js', '../../absent/part.js'])('knows no %s', async (path) => {
    const program = later(path)
    await program.screen.until('the refusal', () => /is not defined/.test(String(program.storage.get('seen'))))
  })
})

describe('errors inside the app are reported', () => {
  test.each([
    ['a timer', '{ onLoad() { setTimeout(() => { throw new Error("late") }) } }', 'late'],
    ['an answer', '{ onLoad() { wx.getNetworkType({ success() { throw new Error("answer") } }) } }', 'answer'],
    ['console.error', '{ onLoad() { console.error("told") } }', 'told'],
    ['a value that cannot travel', '{ onLoad() { this.setData({ word: undefined }) } }', 'word cannot travel'],
  ])('%s', async (_where, page, sentence) => {
    const program = launch({ page })
    await expect(program.isQuiet()).rejects.toThrow(sentence)
  })
})

describe('events', () => {
  const seen =
    '{ data: { seen: "" }, eh(e) { this.setData({ seen: this.data.seen + e.type + ":" + (e.target.dataset.sid || "-") + ">" + e.currentTarget.dataset.sid + " " }) } }'

  test('a tap bubbles from the smallest node, with its target and its current target', async () => {
    const program = launch({
      page: seen,
      wxml: '<view data-sid="out" bindtap="eh"><view data-sid="mid"><text data-sid="in" bindtap="eh">press</text></view></view><view>{{seen}}</view>',
    })
    await program.screen.sees('press')
    await program.screen.tap({ text: 'press' })
    await program.screen.sees('tap:in>in tap:in>out ')
  })

  test('catch stops the event, and input does not bubble', async () => {
    const program = launch({
      page: seen,
      wxml: '<view data-sid="out" bindtap="eh" bindinput="eh"><view data-sid="mid" catchtap="eh">press</view><input data-sid="in" value="a" bindinput="eh" /></view><view id="seen">{{seen}}</view>',
    })
    await program.screen.sees('press')
    await program.screen.tap({ text: 'press' })
    await program.screen.type({ tag: 'input' }, 'a')
    await program.screen.finds({ id: 'seen', text: 'tap:mid>mid input:in>in' })
  })

  test('outside of a component the component is the target', async () => {
    const program = launch({
      page: seen,
      wxml: '<view data-sid="out" bindtap="eh"><part i="{{ {sid: \'p\'} }}" data-sid="host" /></view><view>{{seen}}</view>',
      componentWxml: '<view data-sid="inside">press</view>',
    })
    await program.screen.sees('press')
    await program.screen.tap({ text: 'press' })
    await program.screen.sees('tap:host>out')
  })

  test('a tap without a handler is a failure', async () => {
    const program = launch({ wxml: '<view>press</view>' })
    await expect(program.screen.tap({ text: 'press' })).rejects.toThrow('nothing takes a tap at "press"')
  })
})

test('values that a component set itself stay until its parent passes new ones', async () => {
  const program = launch({
    page: '{ data: { other: 1, own: { sid: "p", word: "first" } }, eh() { this.setData({ other: 2 }) }, anew() { this.setData({ "own.word": "third" }) } }',
    wxml: '<part i="{{own}}" /><view bindtap="eh">other {{other}}</view><view bindtap="anew">anew</view>',
    component: '{ properties: { i: { type: Object } }, attached() { this.setData({ "i.word": "second" }) } }',
    componentWxml: '<text>{{i.word}}</text>',
  })
  await program.screen.sees('second')
  await program.screen.tap({ text: 'other 1' })
  await program.screen.sees('other 2')
  expect(program.screen.text).toContain('second')
  await program.screen.tap({ text: 'anew' })
  await program.screen.sees('third')
  expect(program.setData.map(({ by, bytes }) => `${by} ${bytes}`)).toEqual([
    'part 19',
    'pages/home/index 11',
    'pages/home/index 20',
  ])
})

test('pages are stacked as in WeChat', async () => {
  const program = launch({
    page: `{
      onShow() { wx.setStorageSync('trail', wx.getStorageSync('trail') + 'show ') },
      onHide() { wx.setStorageSync('trail', wx.getStorageSync('trail') + 'hide ') },
      tab() { wx.navigateTo({ url: '/pages/home/index', fail: (e) => wx.setStorageSync('refusal', e.errMsg) }) },
      out() { wx.navigateTo({ url: '../other/index?n=%E4%B8%80' }) },
    }`,
    wxml: '<view bindtap="tab">to a tab</view><view bindtap="out">out</view>',
  })
  await program.screen.tap({ text: 'to a tab' })
  await program.screen.until('the refusal', () => program.storage.get('refusal'))
  expect(program.storage.get('refusal')).toBe('navigateTo:fail can not navigateTo a tabbar page')
  await program.screen.tap({ text: 'out' })
  await program.screen.isAt('pages/other/index')
  expect(program.page.query).toEqual({ n: '%E4%B8%80' })
  program.goBack()
  await program.screen.isAt('pages/home/index')
  expect(program.storage.get('trail')).toBe('show hide show ')
  expect(() => program.goBack()).toThrow('cannot navigate back at first page.')
})

describe('the time of the app', () => {
  const timer = (ms: number) => `{
    data: { word: '' },
    onLoad() {
      const begun = Date.now()
      setTimeout(() => this.setData({ word: [Date.now() - begun, new Date() - new Date(begun)].join(' ') }), ${ms})
    },
  }`

  test('is that of the product, as Date objects of the realm', () => {
    const { storage } = launch({
      page: "{ onLoad() { wx.setStorageSync('now', [Date.now(), +new Date(), typeof Date()]) } }",
    })
    const [first, second, text] = storage.get('now') as [number, number, string]
    expect(Math.abs(first - now().getTime())).toBeLessThan(60_000)
    expect([second, text]).toEqual([first, 'string'])
  })

  test('passes by itself up to timers of less than half a second', async () => {
    const program = launch({ page: timer(499), wxml: '<text>{{word}}</text>' })
    await program.isQuiet()
    expect(program.screen.text).toBe('499 499')
  })

  test('stops before longer timers until a test lets it pass', async () => {
    const program = launch({ page: timer(5000), wxml: '<text>{{word}}</text>' })
    await program.isQuiet()
    // Drawing takes some of the time.
    await program.passTime(4900)
    expect(program.screen.text).toBe('')
    await program.passTime(100)
    await program.screen.sees('5000 5000')
  })
})
