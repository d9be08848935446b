import { AGREEMENT_VERSION } from '@paidang/domain/areas/people/auth/agreement'
import { ALL_FEATURES, FEATURES, type Feature, type Features } from '@paidang/domain/kernel/features'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { unstore } from '../../../platform/storage'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { type AgreementName, agreementOf } from './agreement-texts'
import { AgreementView } from './agreement-view'

const OPERATOR = { name: '青杉体育有限公司', contact: 'help@paidang.example' }

test.each([
  ['terms', '用户协议'],
  ['privacy', '隐私政策'],
] as const)(
  '%s is shown in full, with the operator, the contact data, and the date on which it takes effect',
  async (name, title) => {
    givenWorld({ '/operator': () => ({ data: OPERATOR }) })
    open(<AgreementView name={name} />)
    await screen.findByText(`${AGREEMENT_VERSION} 起生效`)
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(
      agreementOf(name, OPERATOR, ALL_FEATURES).clauses.length,
    )
    expect(screen.getByText(/青杉体育有限公司.*help@paidang\.example/)).toBeTruthy()
    expect(document.body.textContent).toContain(title)
  },
)

test.each<[AgreementName, string[]]>([
  [
    'terms',
    [
      '未成年人',
      '取消约课',
      '购买课时',
      '退课',
      '约球与费用',
      '穿线',
      '商城',
      '储值卡',
      '支付与退款',
      '您发布的内容',
      '注销账号',
      '协议变更',
    ],
  ],
  ['privacy', ['我们收集什么', '谁能看到', '与谁共享', '怎样保存', '未成年人', '您的权利', '政策变更']],
])('%s covers what reviewers and users look for', (name, titles) => {
  expect(agreementOf(name, OPERATOR, ALL_FEATURES).clauses.map(({ title }) => title)).toEqual(
    expect.arrayContaining(titles),
  )
})

const without = (...off: Feature[]): Features => ({
  ...ALL_FEATURES,
  ...Object.fromEntries(off.map((one) => [one, false])),
})
const textOf = (features: Features) =>
  (['terms', 'privacy'] as const)
    .flatMap((name) => agreementOf(name, OPERATOR, features).clauses.map(({ title, text }) => title + text))
    .join('\n')

test.each<[string, Features, RegExp]>([
  ['a shop', without('shop'), /商城|商品/],
  ['stored cards', without('cards'), /储值卡|余额|赠送/],
  ['payments for games', without('ballPayments'), /付款后名额/],
  ['payments for stringing', without('stringingPayments'), /收拍前可以取消并退款/],
  ['packages', without('packages'), /课包|退课|购买上限/],
  ['any payment', without(...FEATURES), /支付|付款|退款/],
  ['WeChat', without('wechat', 'wechatPay'), /微信/],
  ['WeChat Pay', without('wechatPay'), /微信支付|支付与退款、发货信息/],
])('the agreements of a deployment without %s name none', (_what, features, words) => {
  expect(textOf(ALL_FEATURES)).toMatch(words)
  expect(textOf(features)).not.toMatch(words)
})

test('the page waits until the features are known, and asks again after a failure', async () => {
  unstore('features')
  const answers = [{ status: 500, code: 'unexpected', msg: '服务器开小差了' }]
  const features = () => answers.shift() ?? { data: without('shop') }
  givenWorld({ '/operator': () => ({ data: OPERATOR }), '/features': features })
  const user = open(<AgreementView name="terms" />)
  await user.click(await screen.findByRole('button', { name: '重试' }))
  await screen.findByText(`${AGREEMENT_VERSION} 起生效`)
  expect(document.body.textContent).not.toContain('商城')
})
