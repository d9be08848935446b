/**
 * The number of days for which ended things stay available. Then a job deletes them. Everything else stays as long as
 * the account, the contract or the books. docs/privacy.md gives the reasons, and a test compares its table with this
 * one.
 */
export const RETENTION_DAYS = {
  /** A message, from when it was written, or from when its receiver deleted it. An undecided request stays. */
  messages: 365,
  deletedMessages: 30,
  /** Messages that were sent to WeChat or given up, and the reminders that were sent. */
  outbox: 30,
  reminders: 30,
  /** A log-in on a device, from its last use. A log-in of the staff or of a company's admin, from its beginning. */
  logIns: 120,
  staffLogIns: 365,
  /** People whom a coach found by phone number, from the last search. The coach can add them for this long. */
  studentFinds: 1,
  /** The number of an invited coach whom nobody answered for, or of an invited student, from the invitation. */
  invitedPhones: 30,
  /** A phone number that two people proved, if support does nothing about it. */
  phoneConflicts: 180,
  /** Which code was sent to a number when, without number and code, from its sending. */
  phoneCodes: 7,
  /** A request for a new password with its contact data, from its end. */
  passwordRequests: 180,
  /** A refused application as a coach with its certificates, from the decision. */
  refusedApplications: 180,
  /** The rows of a table of students that nobody confirmed, from its upload. The table then counts as given up. */
  rosterDrafts: 30,
  /** A question before buying, with the number of a guest, from its answer or its closing. */
  questions: 90,
  /** An alert about free times with what it told, from its end. */
  vacancyAlerts: 30,
  /** A report with its evidence, from the decision. */
  reports: 365,
  /** Checked content that WeChat or an operator has decided, from the decision. */
  contentSubmissions: 180,
  /** The delivery address of an order, from its end. Trade records are needed for three years. Source: 电子商务法 §31 */
  deliveryAddresses: 1095,
  /** An uploaded picture that nothing shows. Source: decision record 010 */
  unusedPictures: 1,
  /** WeChat's codes, which are valid for five minutes, and keys of repeated calls. */
  wechatCodes: 1,
  /** Failures of jobs and clients, and findings of checks. */
  failures: 30,
  /** Which columns a change touched, so that a refused decision can say it. A screen is not open for longer. */
  revisions: 90,
  clientErrors: 30,
  checks: 365,
} as const

/** The instant before which ended things are deleted at `now`. */
export function keptSince(what: keyof typeof RETENTION_DAYS, now: Date): Date {
  return new Date(now.getTime() - RETENTION_DAYS[what] * 86_400_000)
}
