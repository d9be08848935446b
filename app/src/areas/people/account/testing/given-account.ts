import type { Account, Closing, Device } from '@paidang/api/areas/desks/accounts'

/** The log-in methods of 林知夏: registered on the web, phone number not confirmed. */
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

/** A log-in of 林知夏. */
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

/** An account without blockers to its closing. */
export function givenClosing(over: Partial<Closing> = {}): Closing {
  return { blockers: [], deletes: ['昵称、头像与手机号'], keeps: ['订单与课时流水'], needsPassword: true, ...over }
}
