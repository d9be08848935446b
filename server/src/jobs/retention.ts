/**
 * So many days what ends can still be looked up; then a job deletes it. Everything else stays as long as the account, the
 * contract or the books do. docs/privacy.md says why, and a test compares its table with this one.
 */
export const RETENTION_DAYS = {
  /** A message, from when it was written; from when its receiver deleted it. One that asks and is undecided stays. */
  messages: 365,
  deletedMessages: 30,
  /** What left for WeChat, or was given up; which reminders were given. */
  outbox: 30,
  reminders: 30,
  /** A log-in on a device, from when it was last seen; one of the staff and of a company's admin, from its beginning. */
  logIns: 120,
  staffLogIns: 365,
  /** Whom a coach found by phone number, from when they were found last: so long they can be added. */
  studentFinds: 1,
  /** A phone number that WeChat vouched for to two people, if support did nothing about it. */
  phoneContests: 180,
  /** A request for another password, with how its owner is reached; from its end. */
  passwordRequests: 180,
  /** An application as a coach that was refused, its certificates included; from the decision. */
  refusedApplications: 180,
  /** What was reported, its evidence included; from the decision. */
  reports: 365,
  /** What was checked before others saw it, and was decided by WeChat or an operator; from the decision. */
  contentSubmissions: 180,
  /** Where an order was sent to: trade is looked up for three years, from its end. Source: 电子商务法 §31 */
  deliveryAddresses: 1095,
  /** An uploaded picture that nothing shows. Source: decision record 010 */
  unusedPictures: 1,
  /** Codes of WeChat, which live five minutes, and keys of repeated calls. */
  wechatCodes: 1,
  /** What failed in jobs and in clients, and what checks found. */
  failures: 30,
  clientErrors: 30,
  checks: 365,
} as const

/** @returns the instant before which what ended is deleted at `now` */
export function keptSince(what: keyof typeof RETENTION_DAYS, now: Date): Date {
  return new Date(now.getTime() - RETENTION_DAYS[what] * 86_400_000)
}
