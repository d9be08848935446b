import { and, eq, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { idempotencyKeys } from '../../../db/machinery-tables.ts'
import { addresses } from '../../../tables/addresses.ts'
import { agreementConsents, credentials, passwordRequests, phoneConflicts } from '../../../tables/auth.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { calendarFeeds } from '../../../tables/calendar.ts'
import { usualPins } from '../../../tables/classes.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { users } from '../../../tables/identities.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { studentFinds, studentLookUps, studentRelations } from '../../../tables/relations.ts'
import { reports } from '../../../tables/reports.ts'
import { shareLinks } from '../../../tables/sharing.ts'
import { cartItems } from '../../../tables/shop.ts'
import { coachVenues } from '../../../tables/venues.ts'

/** The nickname of a closed account. */
const CLOSED_NICKNAME = '已注销用户'

/**
 * Deletes the data that belong only to this person. This is the only place that deletes rows of many areas. Those areas
 * do not know about closing, and none of their rules is applied.
 */
export async function forgetPersonal(tx: Database, userId: string): Promise<void> {
  await tx.delete(contentSubmissions).where(eq(contentSubmissions.authorId, userId))
  await tx.delete(businessCards).where(eq(businessCards.userId, userId))
  await tx.delete(addresses).where(eq(addresses.userId, userId))
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
  await tx.delete(cartItems).where(eq(cartItems.userId, userId))
  await tx.delete(usualPins).where(or(eq(usualPins.userId, userId), eq(usualPins.coachId, userId)))
  await tx
    .delete(blacklistEntries)
    .where(or(eq(blacklistEntries.ownerId, userId), eq(blacklistEntries.targetId, userId)))
  await tx
    .delete(studentRelations)
    .where(or(eq(studentRelations.coachId, userId), eq(studentRelations.playerId, userId)))
  await tx.delete(studentFinds).where(or(eq(studentFinds.coachId, userId), eq(studentFinds.playerId, userId)))
  await tx.delete(studentLookUps).where(eq(studentLookUps.coachId, userId))
  await tx.delete(coachVenues).where(eq(coachVenues.coachId, userId))
  // Only reports about this person are deleted. Reports by this person stay, under the generic name.
  await tx.delete(reports).where(eq(reports.ownerId, userId))
  await tx.delete(coachApplications).where(eq(coachApplications.userId, userId))
  const isOfHisCard = and(eq(shareLinks.kind, 'card'), eq(shareLinks.objectId, userId))
  await tx.delete(shareLinks).where(or(eq(shareLinks.sharerId, userId), isOfHisCard))
  await tx.delete(credentials).where(eq(credentials.userId, userId))
  await tx.delete(agreementConsents).where(eq(agreementConsents.userId, userId))
  await tx.delete(phoneConflicts).where(eq(phoneConflicts.userId, userId))
  await tx.delete(passwordRequests).where(eq(passwordRequests.userId, userId))
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.audience, 'app'), eq(idempotencyKeys.userId, userId)))
}

/**
 * Removes all personal data from a user's row. Nothing shows their pictures any more, so a cleanup job deletes them.
 */
export async function anonymise(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      nickname: CLOSED_NICKNAME,
      avatar: null,
      phone: null,
      phoneVerified: false,
      openId: null,
      unionId: null,
      wechatId: null,
      wechatIdOpen: false,
      region: '',
      description: '',
      nicePhotos: '',
      verified: 0,
      closedAt: now,
    })
    .where(eq(users.id, userId))
}
