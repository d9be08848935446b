import { addDays, type Day, daysBetween } from '../../../kernel/day.ts'

/**
 * The days before its expiry on which a contract with hours left causes a warning. Source: decision "Hours and money".
 */
export const EXPIRY_WARNING_DAYS = [14, 7, 1] as const
export type ExpiryWarningDays = (typeof EXPIRY_WARNING_DAYS)[number]

/**
 * Which warning of its expiry a contract gets on a day; undefined when none. The expiry day itself still counts.
 * When several warning days have passed, only the nearest warning is sent. So one warning makes up for days without a
 * check. A warning whose day was before the contract was signed is skipped.
 */
export function expiryWarningDue(
  { expiryDate, signedOn }: { expiryDate: Day; signedOn: Day },
  today: Day,
): ExpiryWarningDays | undefined {
  const daysLeft = daysBetween(today, expiryDate)
  if (daysLeft < 0) return undefined
  const [nearest] = EXPIRY_WARNING_DAYS.filter((days) => daysLeft <= days).slice(-1)
  return nearest !== undefined && signedOn <= addDays(expiryDate, -nearest) ? nearest : undefined
}
