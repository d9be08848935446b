import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BUILT_ORIGIN } from './harness/mini-program.ts'
import { TINY_APP, useTinyPrograms } from './harness/tiny-program.ts'

const { launch } = useTinyPrograms()

/** A page that stores how its calls end, under the name of each call. */
const page = (body: string) => `{
  end(name) {
    const keep = ({ errMsg }) => wx.setStorageSync(name, errMsg)
    return { success: keep, fail: keep }
  },
  ${body}
}`
const BUTTON = '<view bindtap="go">press</view>'

describe('calls that WeChat allows only in a tap', () => {
  const calls = ['requestSubscribeMessage', 'openSetting', 'shareFileMessage', 'addPhoneCalendar']
  const REFUSED = 'can only be invoked by user TAP gesture.'
  const call = (name: string) => `wx.${name}({ tmplIds: ['a'], filePath: 'wxfile://usr/a', ...this.end('${name}') })`

  test.each(calls)('%s is carried out in the tap itself', async (name) => {
    const program = launch({ page: page(`go() { ${call(name)} }`), wxml: BUTTON })
    program.phone.files.set('wxfile://usr/a', 1)
    await program.screen.tap({ text: 'press' })
    await program.isQuiet()
    expect(program.storage.get(name)).toBe(`${name}:ok`)
  })

  test.each(calls)('%s fails after an asynchronous step, and when the page opens', async (name) => {
    const bodies = [`async go() { await null; ${call(name)} }`, `onLoad() { ${call(name)} }, go() {}`]
    for (const body of bodies) {
      const program = launch({ page: page(body), wxml: BUTTON })
      const pressed = program.screen.tap({ text: 'press' })
      await expect(pressed).rejects.toThrow(REFUSED)
      program.faults.all.splice(0)
      await program.isQuiet()
      expect(program.storage.get(name)).toBe(`${name}:fail ${REFUSED}`)
    }
  })

  test('a subscription may follow the end of a payment, but opening the settings may not', async () => {
    const after = (name: string) => page(`go() { wx.requestPayment({ success: () => { ${call(name)} } }) }`)
    const allowed = launch({ page: after('requestSubscribeMessage'), wxml: BUTTON })
    await allowed.screen.tap({ text: 'press' })
    await allowed.isQuiet()
    expect(allowed.storage.get('requestSubscribeMessage')).toBe('requestSubscribeMessage:ok')
    const refused = launch({ page: after('openSetting'), wxml: BUTTON })
    await expect(refused.screen.tap({ text: 'press' })).rejects.toThrow(REFUSED)
  })
})

describe('a call that reads a file', () => {
  const calls = [
    ['openDocument', 'filePath'],
    ['shareFileMessage', 'filePath'],
    ['saveImageToPhotosAlbum', 'filePath'],
    ['uploadFile', 'filePath'],
    ['compressImage', 'src'],
    ['previewImage', 'urls'],
  ] as const
  const call = (name: string, option: string, path: string) =>
    `wx.${name}({ url: '${BUILT_ORIGIN}', name: 'file', ${option}: ${option === 'urls' ? `['${path}']` : `'${path}'`}, ...this.end('${name}') })`

  test.each(calls)('%s fails where there is no file', async (name, option) => {
    const program = launch({ page: page(`go() { ${call(name, option, 'wxfile://usr/none')} }`), wxml: BUTTON })
    await program.screen.tap({ text: 'press' })
    await program.isQuiet()
    expect(program.storage.get(name)).toBe(`${name}:fail no such file or directory`)
  })

  test.each(calls.filter(([name]) => name !== 'uploadFile'))('%s reads a file that exists', async (name, option) => {
    const program = launch({ page: page(`go() { ${call(name, option, 'wxfile://usr/a')} }`), wxml: BUTTON })
    program.phone.files.set('wxfile://usr/a', 1)
    await program.screen.tap({ text: 'press' })
    await program.isQuiet()
    expect(program.storage.get(name)).toBe(`${name}:ok`)
  })
})

describe('a private call', () => {
  test.each(['chooseLocation', 'chooseAddress'])('%s fails where app.json does not declare it', async (name) => {
    const go = page(`go() { wx.${name}(this.end('${name}')) }`)
    const program = launch({ page: go, wxml: BUTTON })
    const REFUSED = 'the api need to be declared in the requiredPrivateInfos field in app.json/ext.json'
    await expect(program.screen.tap({ text: 'press' })).rejects.toThrow(REFUSED)
    program.faults.all.splice(0)
    await program.isQuiet()
    expect(program.storage.get(name)).toBe(`${name}:fail ${REFUSED}`)
    const declared = JSON.stringify({ ...TINY_APP, requiredPrivateInfos: [name] })
    const allowed = launch({ page: go, wxml: BUTTON, files: { 'app.json': declared } })
    allowed.phone.answers.address = {}
    await allowed.screen.tap({ text: 'press' })
    await allowed.isQuiet()
    expect(allowed.storage.get(name)).toBe(`${name}:ok`)
  })
})

describe('a permission that the user is asked for', () => {
  const locate = page("go() { wx.getFuzzyLocation(this.end('place')) }")
  const SCOPE = 'scope.userFuzzyLocation'

  test('may be refused', async () => {
    const program = launch({ page: locate, wxml: BUTTON })
    program.consents.scopes.set(SCOPE, 'refused')
    await program.screen.tap({ text: 'press' })
    expect(program.storage.get('place')).toBe('getFuzzyLocation:fail auth deny')
  })

  test('may be refused inside a tap too', async () => {
    const program = launch({ page: page("go() { wx.addPhoneCalendar(this.end('calendar')) }"), wxml: BUTTON })
    program.consents.scopes.set('scope.addPhoneCalendar', 'refused')
    await program.screen.tap({ text: 'press' })
    expect(program.storage.get('calendar')).toBe('addPhoneCalendar:fail auth deny')
  })

  test('is answered only when the user has decided', async () => {
    const program = launch({ page: locate, wxml: BUTTON })
    program.consents.scopes.set(SCOPE, 'pending')
    await program.screen.tap({ text: 'press' })
    await program.passTime(10_000)
    expect(program.storage.get('place')).toBeUndefined()
    program.consents.decide(SCOPE, 'given')
    await program.isQuiet()
    expect(program.storage.get('place')).toBe('getFuzzyLocation:ok')
  })

  const consent = (event: string) =>
    page(`
      onLoad() { wx.onNeedPrivacyAuthorization((resolve) => { this.resolve = resolve }) },
      go() { wx.chooseMedia(this.end('media')) },
      agree() { this.resolve(${event}) },
    `)
  const AGREE = `${BUTTON}<button id="yes" bindagreeprivacyauthorization="agree">yes</button>`

  test.each([
    ['consents by the button that was pressed', '{ event: "agree", buttonId: "yes" }', 'chooseMedia:ok'],
    ['names another button', '{ event: "agree", buttonId: "no" }', 'privacy permission is not authorized'],
    ['refuses', '{ event: "disagree" }', 'privacy permission is not authorized'],
  ])('needs the consent to the privacy guide first: the user %s', async (_what, event, ended) => {
    const program = launch({ page: consent(event), wxml: AGREE })
    program.consents.privacy = 'wanted'
    await program.screen.tap({ text: 'press' })
    await program.isQuiet()
    expect(program.storage.get('media')).toBeUndefined()
    await program.screen.answers({ id: 'yes' }, 'agreeprivacyauthorization', {})
    await program.isQuiet()
    expect(program.storage.get('media')).toContain(ended)
  })
})

describe('limits', () => {
  let server: Server
  let address = ''
  const held: ServerResponse[] = []
  beforeAll(async () => {
    server = createServer((_request, response) => void held.push(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => void held.splice(0))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const ask = (times: number) =>
    page(
      `go() { for (let i = 0; i < ${times}; i++) wx.request({ url: '${BUILT_ORIGIN}/a' + i, ...this.end('a' + i) }) }`,
    )

  test('ten requests run at once, and the others wait', async () => {
    const program = launch({ page: ask(12), wxml: BUTTON }, { server: address })
    await program.screen.tap({ text: 'press' })
    await program.screen.until('ten have come', () => held.length === 10)
    expect(program.network.mostAtOnce).toBe(10)
    for (const response of held.splice(0)) response.end('{}')
    await program.screen.until('the others have come', () => held.length === 2)
    for (const response of held.splice(0)) response.end('{}')
    await program.isQuiet()
    expect(program.storage.get('a11')).toBe('request:ok')
  })

  test('in the background requests are aborted after a while, and timers stop', async () => {
    const ticks = "setInterval(() => wx.setStorageSync('ticks', +wx.getStorageSync('ticks') + 1), 1000)"
    const asks = `wx.request({ url: '${BUILT_ORIGIN}/a', ...this.end('request') })`
    const program = launch({ page: page(`onLoad() { ${ticks}; ${asks} }`) }, { server: address })
    await program.screen.until('it has come', () => held.length === 1)
    program.hide()
    await program.stayAway(4000)
    expect(program.storage.get('request')).toBeUndefined()
    await program.stayAway(60_000)
    await program.screen.until('it is given up', () => program.storage.get('request'))
    expect([program.storage.get('request'), program.storage.get('ticks')]).toEqual(['request:fail interrupted', 5])
    program.show()
    await program.passTime(1000)
    expect(program.storage.get('ticks')).toBeGreaterThan(5)
  })

  test.each([
    ['more than 1 MB under one key', "wx.setStorageSync('a', 'x'.repeat(1048577))", 'entry a is beyond 1 MB'],
    [
      'more than 10 MB in all',
      "for (let i = 0; i < 11; i++) wx.setStorageSync('a' + i, 'x'.repeat(1000000))",
      'exceed storage max size 10Mb',
    ],
    ['more than 256 KB in one setData', "this.setData({ word: 'x'.repeat(262144) })", 'beyond 256 KB'],
    [
      'an address without https',
      "wx.downloadFile({ url: 'http://example.org/a' })",
      'http://example.org/a is not https',
    ],
    [
      'a picture of elsewhere',
      "wx.previewImage({ urls: ['https://example.org/a'], fail: () => 0 })",
      'is not on the server',
    ],
    ['a call newer than the base library', 'wx.onNeedPrivacyAuthorization(() => 0)', 'does not exist'],
  ])('%s is an error', async (_what, work, fault) => {
    const program = launch({ page: page(`go() { ${work} }`), wxml: BUTTON }, { library: '2.25.0' })
    await expect(program.screen.tap({ text: 'press' }).then(() => program.isQuiet())).rejects.toThrow(fault)
  })

  test('the eleventh page is refused', async () => {
    const program = launch({ page: page('go() {}'), wxml: BUTTON })
    const go = (program.phone.wx.navigateTo as (options: object) => void).bind(program.phone.wx)
    const ends: string[] = []
    for (let count = 0; count < 10; count += 1) {
      go({ url: '/pages/other/index', complete: ({ errMsg }: { errMsg: string }) => ends.push(errMsg) })
      await program.isQuiet()
    }
    expect([ends.filter((end) => end === 'navigateTo:ok').length, ends.at(-1)]).toEqual([
      9,
      'navigateTo:fail page limit exceeded: 10',
    ])
  })

  test('canIUse knows the calls of the base library', () => {
    const seen = (library: string) => {
      const program = launch(
        { page: page("onLoad() { wx.setStorageSync('can', wx.canIUse('onNeedPrivacyAuthorization')) }") },
        { library },
      )
      return program.storage.get('can')
    }
    expect([seen('2.32.2'), seen('2.32.3'), seen('3.0.0')]).toEqual([false, true, true])
  })
})

describe('a sub-package', () => {
  const away = page("go() { wx.navigateTo({ url: '/far/pages/away/index', ...this.end('way') }) }")

  test('is loaded a moment after the press', async () => {
    const program = launch({ page: away, wxml: BUTTON })
    await program.screen.tap({ text: 'press' })
    expect(program.screen.route).toBe('pages/home/index')
    await program.screen.isAt('far/pages/away/index')
  })

  test('may fail to load', async () => {
    const program = launch({ page: away, wxml: BUTTON })
    program.subPackages.failing.add('far')
    await program.screen.tap({ text: 'press' })
    await program.isQuiet()
    expect([program.screen.route, program.storage.get('way')]).toEqual([
      'pages/home/index',
      'navigateTo:fail loadSubpackage: fail far',
    ])
  })
})

describe('the data that a page shares', () => {
  const shares = (hook: string, shared: string) =>
    launch({ page: page(`onShareAppMessage() {}, ${hook}() { return ${shared} }`) })
  test.each([
    ['{ path: "/pages/home/index" }', 'there is no title'],
    ['{ title: "a", path: "pages/home/index" }', 'does not begin with /'],
    ['{ title: "a", path: "/pages/none/index" }', 'is no page'],
    ['{ title: "a", path: "/pages/home/index", imageUrl: "a.png" }', 'is no picture'],
  ])('are checked for a chat: %s', (shared, fault) => {
    expect(() => shares('onShareAppMessage', shared).share()).toThrow(fault)
  })

  test.each([
    ['{ title: "a", query: "?a=1" }', 'begins with ?'],
    ['{ title: "a", path: "/pages/home/index" }', 'path is not taken'],
  ])('are checked for the timeline: %s', (shared, fault) => {
    expect(() => shares('onShareTimeline', shared).shareToTimeline()).toThrow(fault)
  })

  test('need the chat’s hook for the timeline', () => {
    expect(() => launch({ page: page('onShareTimeline() { return { title: "a" } }') }).shareToTimeline()).toThrow(
      'cannot be',
    )
    expect(shares('onShareTimeline', '{ title: "a", query: "a=1" }').shareToTimeline()).toEqual({
      title: 'a',
      query: 'a=1',
    })
  })
})

test.each(['login', 'navigateTo', 'chooseMedia', 'requestPayment'])(
  'a page that is opened alone cannot %s',
  async (name) => {
    const program = launch({ page: page(`go() { wx.${name}(this.end('end')) }`), wxml: BUTTON }, { scene: 1154 })
    await expect(program.screen.tap({ text: 'press' })).rejects.toThrow('not there in a page that is opened alone')
  },
)
