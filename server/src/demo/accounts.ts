import type { DemoAccount } from '@paidang/api/areas/people/auth'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'demo1234'

const account = (username: string, who: string): DemoAccount => ({ username, password: DEMO_PASSWORD, who })

/** The app accounts of the demo world and their roles. Source: decision "The demo world". */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  account('player', '球员，两家公司的有效合同'),
  account('player2', '球员'),
  account('player3', '球员'),
  account('coach', '教练，公司管理员，管理一家场馆'),
  account('coach2', '同一公司的教练'),
  account('coach3', '公司签约教练'),
  account('solo', '独立教练'),
]

/** The console accounts of the demo world and their roles. Company admins enter from the app. */
export const DEMO_STAFF: readonly { username: string; who: string }[] = [
  { username: 'operator', who: '平台运营' },
  { username: 'senior', who: '运营主管，审批资金变动' },
  { username: 'merchant', who: '穿线店店主' },
  { username: 'clerk', who: '同一家店的店员' },
]
