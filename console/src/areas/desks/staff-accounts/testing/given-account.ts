import type { StaffAccount } from '@paidang/api/areas/desks/staff-accounts'

/** A stringer of a shop who never logged in, by default. */
export const givenAccount = (over: Partial<StaffAccount> = {}): StaffAccount => ({
  id: '8',
  username: 'clerk',
  nickname: '穿线师阿杰',
  role: 'merchant',
  merchantId: '7',
  merchantName: '弦音穿线工作室',
  lastSeenTime: null,
  disabledTime: null,
  createTime: '2026-11-01T04:00:00.000Z',
  hasFactor: false,
  revision: 1,
  ...over,
})
