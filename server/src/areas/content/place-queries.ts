import type { ContentKind } from '@paidang/domain/areas/content/content'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ballGames, ballParticipants, ballRequests } from '../balls/tables.ts'
import { classObjections, invitationEvents, invitations } from '../classes/tables.ts'
import { lessonLedger } from '../contracts/tables.ts'
import { levelChanges } from '../profile/tables.ts'
import { stringingReviews } from '../stringing-orders/tables.ts'

/** Columns of a table that words of a kind of thing go into, and the column that names the thing. */
type WordPlace = { table: PgTable; key: AnyPgColumn; columns: readonly AnyPgColumn[] }

/** A kind of thing of which words go with actions. */
type WordKind = { places: readonly WordPlace[]; messagesAbout: (objectId: string) => SQL }

const about = (kind: string) => (objectId: string) => sql`(object_kind = ${kind} and object_id = ${objectId}::bigint)`

/** Wherever words of actions are copied to, by kind; messages besides, which may name the thing instead of their sender. */
export const WORD_PLACES: Partial<Record<ContentKind, WordKind>> = {
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
}
