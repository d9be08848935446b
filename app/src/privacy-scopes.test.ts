import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRIVACY_SCOPES } from './platform/privacy-consent'

// A call that is not declared in WeChat's console does nothing there. WeChat's review questions unused declarations.

/** Every call and component that WeChat counts as personal information. Source: that of PRIVACY_SCOPES */
const PROTECTED = [
  ...['chooseAvatar', 'nickname', 'getUserInfo', 'getUserProfile', 'getPhoneNumber', 'getRealtimePhoneNumber'],
  ...['getLocation', 'startLocationUpdate', 'startLocationUpdateBackground', 'getFuzzyLocation', 'moveToLocation'],
  ...['choosePoi', 'chooseLocation', 'chooseAddress', 'chooseInvoiceTitle', 'chooseInvoice', 'getWeRunData'],
  ...['chooseLicensePlate', 'chooseImage', 'chooseMedia', 'chooseVideo', 'chooseMessageFile', 'startRecord'],
  ...['getRecorderManager', 'joinVoIPChat', 'createVKSession', 'createCameraContext', 'openBluetoothAdapter'],
  ...['createBLEPeripheralServer', 'saveImageToPhotosAlbum', 'saveVideoToPhotosAlbum', 'addPhoneContact'],
  ...['addPhoneRepeatCalendar', 'addPhoneCalendar', 'startAccelerometer', 'startCompass', 'startDeviceMotionListening'],
  ...['startGyroscope', 'getClipboardData', 'setClipboardData'],
]
const SRC = import.meta.dirname
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.h5\.|h5-|testing/.test(path))
  .map((path) => readFileSync(join(SRC, path), 'utf8'))
  .join('\n')
const isUsed = (call: string) =>
  new RegExp(`Taro\\.${call}\\b|wx\\.${call}\\b|(openType|ask|type)="${call}"|ask: '${call}'`).test(sources)
const sorted = (names: readonly string[]) => [...names].sort()

test('exactly the protected calls of WeChat in use are declared', () => {
  expect(sorted(PRIVACY_SCOPES.flatMap(({ calls }) => calls))).toEqual(sorted(PROTECTED.filter(isUsed)))
})

const read = (path: string) => readFileSync(join(SRC, path), 'utf8')
const guide = read('../../docs/wechat.zh-CN.md')

test('the guide for operators has the same names and purposes', () => {
  for (const { name, purpose } of PRIVACY_SCOPES) expect(guide).toContain(`| ${name} | ${purpose} |`)
})

test('the guide for operators has the lowest base library of the app', () => {
  const { libVersion } = JSON.parse(read('../project.config.json')) as { libVersion: string }
  expect(guide).toMatch(new RegExp(`基础库最低版本.* ${libVersion.split('.').join('\\.')}，`))
})

test('the guide for operators has the path of the order centre, as the page reads it', () => {
  const [, page, parameter] = /`(user\/pages\/\w+\/index)\?(\w+)=\$\{商品订单号\}`/.exec(guide) ?? []
  expect(read('../../docs/wechat-pay.md')).toContain(`\n${page}?${parameter}=\${商品订单号}\n`)
  expect(read(`./${page}.tsx`)).toMatch(new RegExp(`const \\{ ${parameter}\\b.*\\} = useRouter\\(\\)\\.params`))
})
