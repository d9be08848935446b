import { type ContentKind, placeholderOf } from '@paidang/domain/areas/ground/content/content'
import { and, eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { messagesTopic } from '../../../db/topics.ts'
import { ballGames, ballParticipants, ballRequests } from '../../../tables/balls.ts'
import { classObjections, invitationEvents, invitations } from '../../../tables/classes.ts'
import type { ContentRow } from '../../../tables/content.ts'
import { lessonLedger } from '../../../tables/contracts.ts'
import { isHeldMessage, messages } from '../../../tables/messages.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { questions } from '../../../tables/questions.ts'
import { studentRequests } from '../../../tables/relations.ts'
import { reports } from '../../../tables/reports.ts'
import { stringingReviews } from '../../../tables/stringing-orders.ts'
import { trialLessons } from '../../../tables/trial-lessons.ts'
import type { ContentObject } from './submissions.ts'

/** Columns of a table with texts about a kind of thing, and the column with the thing's id. */
type WordPlace = { table: PgTable; key: AnyPgColumn; columns: readonly AnyPgColumn[] }

/** Where the texts of actions on one kind of thing are stored. */
type WordKind = { places: readonly WordPlace[]; messagesAbout: (objectId: string) => SQL }

const about = (kind: string) => (objectId: string) => sql`(object_kind = ${kind} and object_id = ${objectId}::bigint)`

/**
 * All places that texts of actions are copied to, by kind. Messages count too: they may name the thing or their sender.
 */
const TEXT_PLACES: Partial<Record<ContentKind, WordKind>> = {
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
        columns: [
          invitations.messageToCoach,
          invitations.messageToPlayers,
          invitations.cancelReason,
          invitations.pastReason,
        ],
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
  request: {
    places: [
      { table: studentRequests, key: studentRequests.id, columns: [studentRequests.words, studentRequests.answer] },
    ],
    messagesAbout: about('student_request'),
  },
  trial: {
    places: [{ table: trialLessons, key: trialLessons.id, columns: [trialLessons.words, trialLessons.answer] }],
    messagesAbout: about('trial_lesson'),
  },
  question: {
    places: [{ table: questions, key: questions.id, columns: [questions.text, questions.answer] }],
    messagesAbout: about('question'),
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

/** A held text, with what is needed to find its placeholder. */
type HeldText = ContentObject & { id: string; authorId: string | null }

const placesOf = (kind: ContentKind) => TEXT_PLACES[kind]?.places ?? []

/** The messages that contain a placeholder: its author sent them, or they are about the same thing. */
function messagesWith({ id, kind, objectId, authorId }: HeldText): SQL | undefined {
  const isAbout = TEXT_PLACES[kind]?.messagesAbout(objectId)
  return and(
    isHeldMessage(),
    or(authorId === null ? undefined : eq(messages.senderId, authorId), isAbout),
    like(messages.content, `%${placeholderOf(id)}%`),
  )
}

/** Whether the placeholder of a text exists anywhere. */
export async function isPlaced(tx: Database, words: HeldText): Promise<boolean> {
  const held = `%${placeholderOf(words.id)}%`
  for (const { table, key, columns } of placesOf(words.kind)) {
    const isHere = or(...columns.map((column) => like(column, held)))
    if ((await tx.$count(table, and(eq(key, words.objectId), isHere))) > 0) return true
  }
  return (await tx.$count(messages, messagesWith(words))) > 0
}

/** Replaces the placeholder of a text everywhere. Publishes the change to the receivers of messages that contain it. */
export async function fillTexts(tx: Database, row: ContentRow, text: string): Promise<void> {
  const placeholder = placeholderOf(row.id)
  for (const { table, key, columns } of placesOf(row.kind)) {
    for (const column of columns) {
      const name = sql.identifier(column.name)
      await tx.execute(sql`update ${table} set ${name} = replace(${name}, ${placeholder}, ${text})
        where ${key} = ${row.objectId}::bigint and ${column} like ${`%${placeholder}%`}`)
    }
  }
  const changed = await tx
    .update(messages)
    .set({ content: sql`replace(${messages.content}, ${placeholder}, ${text})` })
    .where(messagesWith(row))
    .returning({ receiverId: messages.receiverId })
  await publishChanges(tx, [...new Set(changed.map(({ receiverId }) => receiverId))].map(messagesTopic))
}
