import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { coachCourses, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { notify } from '../../ground/messages/notify.ts'

/** The lesson hours that no class holds. */
export const available = sql<number>`(${contracts.remainingSessions} - ${contracts.heldSessions})`.mapWith(Number)

/** The end of contracts, with the fields for its messages. */
export function selectEnds(db: Database) {
  return db
    .select({
      id: contracts.id,
      userId: contracts.userId,
      playerName: users.nickname,
      courseId: contracts.courseId,
      courseName: courses.courseName,
      coachId: contracts.coachId,
      expiryDate: contracts.expiryDate,
      available,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.userId))
    .innerJoin(courses, eq(courses.id, contracts.courseId))
}

type EndOfContract = Awaited<ReturnType<typeof selectEnds>>[number]

/**
 * The coaches to notify about a contract. They must teach its course and have the player as a student. If a coach
 * signed the contract, only that coach is included.
 */
async function listCoachesOfContract(
  db: Database,
  { userId, courseId, coachId }: Pick<EndOfContract, 'userId' | 'courseId' | 'coachId'>,
): Promise<string[]> {
  const rows = await db
    .select({ coachId: coachCourses.coachId })
    .from(coachCourses)
    .innerJoin(
      studentRelations,
      and(eq(studentRelations.coachId, coachCourses.coachId), eq(studentRelations.playerId, userId)),
    )
    .where(and(eq(coachCourses.courseId, courseId), coachId === null ? undefined : eq(coachCourses.coachId, coachId)))
  return rows.map((row) => row.coachId)
}

/** Notifies the player and the coach of the end of a contract, each with their own text. */
export async function notifyContractEnded(
  tx: Database,
  contract: EndOfContract,
  { title, toPlayer, toCoach }: { title: string; toPlayer: string; toCoach: string },
): Promise<void> {
  const about = { kind: 'contract', id: contract.id } as const
  const notice = { senderId: null, category: 'systemNotice', title, about } as const
  await notify(tx, { ...notice, receiverIds: [contract.userId], content: toPlayer })
  await notify(tx, { ...notice, receiverIds: await listCoachesOfContract(tx, contract), content: toCoach })
}
