import { AGREEMENT_VERSION } from '@paidang/domain/areas/auth/agreement'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(agreementOf(name, OPERATOR).clauses.length)
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
  expect(agreementOf(name, OPERATOR).clauses.map(({ title }) => title)).toEqual(expect.arrayContaining(titles))
})
