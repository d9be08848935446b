import type { ContentKind } from '@paidang/domain/areas/content/content'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ballGames, ballParticipants, ballRequests } from '../../../tables/balls.ts'
import { classObjections, invitationEvents, invitations } from '../../../tables/classes.ts'
import { lessonLedger } from '../../../tables/contracts.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { reports } from '../../../tables/reports.ts'
import { stringingReviews } from '../../../tables/stringing-orders.ts'

/** Columns of a table with texts about a kind of thing, and the column with the thing's id. */
type WordPlace = { table: PgTable; key: AnyPgColumn; columns: readonly AnyPgColumn[] }

/** Where the texts of actions on one kind of thing are stored. */
type WordKind = { places: readonly WordPlace[]; messagesAbout: (objectId: string) => SQL }

const about = (kind: string) => (objectId: string) => sql`(object_kind = ${kind} and object_id = ${objectId}::bigint)`

/**
 * All places that texts of actions are copied to, by kind. Messages count too: they may name the thing or their sender.
 */
export const TEXT_PLACES: Partial<Record<ContentKind, WordKind>> = {
  ball: {
    places: [
      { table: ballGames, key: ballGames.id, columns: [ballGames.place] },
      { table: ballRequests, key: ballRequests.ballId, columns: [ballRequests.note] },
      { table: ballParticipants, key: ballParticipants.ballId, columns: [ballParticipants.noShowAnswer] },
    ],
    messagesAbout: about('ball'),
  },
  class: {
    places: [
      {
        table: invitations,
        key: invitations.id,
        columns: [invitations.messageToCoach, invitations.messageToPlayers, invitations.cancelReason],
      },
      { table: invitationEvents, key: invitationEvents.invitationId, columns: [invitationEvents.reason] },
      { table: lessonLedger, key: lessonLedger.invitationId, columns: [lessonLedger.reason] },
      {
        table: classObjections,
        key: classObjections.invitationId,
        columns: [classObjections.words, classObjections.answer],
      },
    ],
    messagesAbout: about('invitation'),
  },
  hours: {
    places: [{ table: lessonLedger, key: lessonLedger.actorId, columns: [lessonLedger.reason] }],
    messagesAbout: () => sql`false`,
  },
  level: {
    places: [{ table: levelChanges, key: levelChanges.userId, columns: [levelChanges.note] }],
    messagesAbout: about('level'),
  },
  review: {
    places: [{ table: stringingReviews, key: stringingReviews.orderId, columns: [stringingReviews.text] }],
    messagesAbout: about('stringing'),
  },
  report: {
    places: [{ table: reports, key: reports.id, columns: [reports.words] }],
    messagesAbout: () => sql`false`,
  },
}
