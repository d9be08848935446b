import { addDays, type Day, daysBetween } from '../../kernel/day.ts'

/** So many days before its expiry a contract with hours left is warned of. Source: decision "Hours and money". */
export const EXPIRY_WARNING_DAYS = [14, 7, 1] as const
export type ExpiryWarningDays = (typeof EXPIRY_WARNING_DAYS)[number]

/**
 * Which warning of its expiry a contract is due on a day; undefined when none. The expiry day itself still counts. Of
 * several whose day has passed only the nearest is due, so that days on which nobody looked are made up for by one warning;
 * a warning whose day lay before the contract was signed is none.
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
