import { expect, test } from 'vitest'
import { plainLink } from './plain-link'

const CARD = '/pages/user_card/index?i=Ab3dEf9h'
const BALL = '/bookingBall/pages/ballDetail/index?id=42&share=AbCdEfGhIjKlMnOpQrStUv'

const placeOf = (link: string) => new URL(link, 'https://paidang.example')

test.each([
  ['as it was made', `/#${CARD}`, CARD],
  ['with two parameters', `/#${BALL}`, BALL],
  ['a full stop', `/#${CARD}.`, CARD],
  ['a Chinese full stop', `/#${CARD}。`, CARD],
  ['a Chinese comma', `/#${CARD}，`, CARD],
  ['a Chinese bracket', `/#${CARD}）`, CARD],
  ['a bracket and a full stop', `/#${CARD}).`, CARD],
  ['an angle bracket', `/#${CARD}>`, CARD],
  ['a quotation mark', `/#${CARD}”`, CARD],
  ['an encoded Chinese full stop', `/#${CARD}%E3%80%82`, CARD],
  ['two encoded marks', `/#${CARD}%EF%BC%89%E3%80%82`, CARD],
  ['an encoded blank', `/#${CARD}%20`, CARD],
  ['a mark behind a path', '/#/pages/home/index。', '/pages/home/index'],
  ['an encoded hash sign', `/%23${CARD}`, CARD],
  ['a hash sign that was encoded twice', `/%2523${CARD}`, CARD],
  ['an encoded query', `/#${CARD.replace('?', '%3F').replace('=', '%3D')}`, CARD],
  ['everything encoded', `/#${encodeURIComponent(CARD)}`, CARD],
  ['everything encoded twice', `/#${encodeURIComponent(encodeURIComponent(BALL))}`, BALL],
  ['everything encoded behind an encoded hash sign', `/%23${encodeURIComponent(BALL)}`, BALL],
  ['a lost hash sign', CARD, CARD],
  ['a lost slash', `/#${CARD.slice(1)}`, CARD],
  ['an added slash', `/#/${CARD}`, CARD],
  ['a slash behind the path', '/#/pages/user_card/index/?i=Ab3dEf9h', CARD],
  ['parameters of WeChat before the hash sign', `/?from=singlemessage&isappinstalled=0#${CARD}`, CARD],
  ['parameters of WeChat behind the query', `/#${CARD}&from=timeline`, `${CARD}&from=timeline`],
  ['a second question mark', `/#${CARD}?utm_source=mail`, `${CARD}&utm_source=mail`],
  ['parameters without a question mark', '/#/pages/home/index&from=timeline', '/pages/home/index?from=timeline'],
  ['the mark of a redirect', `/#${CARD}#wechat_redirect`, CARD],
  ['an HTML entity', `/#${BALL.replace('&', '&amp;')}`, BALL],
  ['the code of an equals sign', `/#${BALL.replace(/=/g, '=3D')}`, BALL],
  ['a soft break within an id', `/#${CARD.replace('Ab3', 'Ab3=%0D%0A')}`, CARD],
  ['a soft break at the end', `/#${CARD}=`, CARD],
  ['an id that begins like such a code', '/#/pages/user_card/index?i=3Db3dEf9', '/pages/user_card/index?i=3Db3dEf9'],
  ['a token that ends with a hyphen', `/#${BALL.slice(0, -1)}-`, `${BALL.slice(0, -1)}-`],
  [
    'a Chinese value',
    '/#/user/pages/search/index?keyword=%E7%BD%91%E7%90%83',
    '/user/pages/search/index?keyword=%E7%BD%91%E7%90%83',
  ],
  [
    'a Chinese value that was encoded twice',
    '/#/user/pages/search/index?keyword=%25E7%25BD%2591',
    '/user/pages/search/index?keyword=%E7%BD%91',
  ],
  ['a broken encoding', '/#/pages/home/%E3', '/pages/home/%25E3'],
  ['the app itself', '/', ''],
  ['the app itself with parameters of a messenger', '/?from=timeline', ''],
  ['an empty hash', '/#', ''],
  ['another address', '/no/such/page', '/no/such/page'],
])('%s', (_case, link, page) => {
  expect(plainLink(placeOf(link))).toBe(page)
})

test('a plain link stays as it is', () => {
  for (const page of [CARD, BALL, '/pages/home/%25E3', '/%E9%A1%B5%E9%9D%A2'])
    expect(plainLink(placeOf(`/#${plainLink(placeOf(`/#${page}`))}`))).toBe(page)
})
