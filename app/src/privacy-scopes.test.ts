import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PRIVACY_SCOPES } from './platform/privacy-scopes'

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

test('the guide for operators has the same names and purposes', () => {
  const guide = readFileSync(join(SRC, '../../docs/wechat.md'), 'utf8')
  for (const { name, purpose } of PRIVACY_SCOPES) expect(guide).toContain(`| ${name} | ${purpose} |`)
})
