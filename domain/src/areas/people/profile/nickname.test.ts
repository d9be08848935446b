import { expect, test } from 'vitest'
import { coachTitle, nicknameFault } from './nickname.ts'

test.each([
  ['nothing', ''],
  ['blanks', ' \u3000\u00a0'],
  ['zero-width characters', '\u200b\u200d\ufeff'],
  ['a Hangul filler', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a variation selector', '\ufe0f'],
  ['a combining mark alone', '\u0301'],
  ['an override of direction alone', '\u202e'],
])('an invisible nickname counts as missing: %s', (_case, nickname) => {
  expect(nicknameFault(nickname)).toBe('nickname_missing')
})

test.each(['小\u202e明', '\u2067小明\u2069', '小\u200f明', '小\u061c明', '小\n明', '小\u0007明', '小\u2028明'])(
  'a nickname cannot change the text direction or break the line: %j',
  (nickname) => {
    expect(nicknameFault(nickname)).toBe('nickname_hidden')
  },
)

test.each([
  '客服',
  '拍档客服01',
  '官方',
  '官 方 通 知',
  '客\u200b服',
  '平·台',
  '平★台助手',
  'ＯＦＦＩＣＩＡＬ',
  'Pai Dang',
  'Ａｄｍｉｎ',
  'Customer Service',
  '系统通知',
  '系统',
  '系 统 消 息',
  '运营',
  '运营小李',
  '拍 档',
  '拍\u200b档',
  '已注销用户',
])('a nickname cannot impersonate the platform: %s', (nickname) => {
  expect(nicknameFault(nickname)).toBe('nickname_official')
})

test.each([
  '小明',
  '林知夏',
  'Anna',
  '王教练·上海',
  '👨‍👩‍👧 家庭组',
  '客家人',
  '服务区球王',
  'José',
  '李 雷',
  '❤️网球',
  '阿台',
  '双打拍档',
  '江南体育运营',
  'Администратор',
])('an ordinary nickname is accepted: %s', (nickname) => {
  expect(nicknameFault(nickname)).toBeUndefined()
})

test('the title of a coach is said once', () => {
  expect(['王启明', '何教练'].map(coachTitle)).toEqual(['王启明 教练', '何教练'])
})
