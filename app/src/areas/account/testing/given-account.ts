import type { Account, Closing, Device } from '@paidang/api/areas/accounts'

/** How 林知夏 gets in: registered on the web, her phone number not vouched for. */
export function givenAccount(over: Partial<Account> = {}): Account {
  return {
    username: 'linzhixia',
    phone: '138****0009',
    phoneVerified: false,
    hasWechat: false,
    passwordUsedUp: false,
    ...over,
  }
}

/** A log-in of hers. */
export function givenDevice(over: Partial<Device> = {}): Device {
  return {
    id: '1',
    platform: 'web',
    device: 'Chrome • macOS',
    loggedInAt: '2026-11-20T04:00:00Z',
    lastSeenAt: '2026-11-22T03:00:00Z',
    isThis: true,
    ...over,
  }
}

/** An account that nothing stands against closing. */
export function givenClosing(over: Partial<Closing> = {}): Closing {
  return { blockers: [], deletes: ['昵称、头像与手机号'], keeps: ['订单与课时流水'], needsPassword: true, ...over }
}
