import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { ballProposals, ballRequests, ballWaiters } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'

export type ProposalRow = typeof ballProposals.$inferSelect

type Named = { id: string; nickname: string; avatar: string | null }

/** A proposal with the people whom it concerns. */
export type ProposalView = ProposalRow & { out: Named | null; in: Named }

/** Proposals of a game that wait for an answer, as its initiator or one of the two people sees them. */
export async function listOpenProposals(db: Database, ballId: string, actorId: string): Promise<ProposalView[]> {
  const [outUser, inUser] = [alias(users, 'out_user'), alias(users, 'in_user')]
  return db
    .select({
      ...getTableColumns(ballProposals),
      out: { id: outUser.id, nickname: outUser.nickname, avatar: outUser.avatar },
      in: { id: inUser.id, nickname: inUser.nickname, avatar: inUser.avatar },
    })
    .from(ballProposals)
    .leftJoin(outUser, eq(outUser.id, ballProposals.outUserId))
    .innerJoin(inUser, eq(inUser.id, ballProposals.inUserId))
    .where(
      and(
        eq(ballProposals.ballId, ballId),
        eq(ballProposals.state, 'OPEN'),
        sql`${actorId} in (${ballProposals.proposedBy}, ${ballProposals.outUserId}, ${ballProposals.inUserId})`,
      ),
    )
    .orderBy(asc(ballProposals.id))
}

/**
 * Ends everything open in a game that is over: requests count as refused, proposals and waiting expire.
 *
 * @returns the ids of what was open, and who waited
 */
export async function endPending(
  tx: Database,
  ballId: string,
  now: Date,
): Promise<{ requestIds: string[]; proposalIds: string[]; waitedIds: string[] }> {
  const requests = await tx
    .update(ballRequests)
    .set({ approveStatus: 2, decidedAt: now })
    .where(and(eq(ballRequests.ballId, ballId), eq(ballRequests.approveStatus, 0)))
    .returning({ id: ballRequests.id })
  const proposals = await tx
    .update(ballProposals)
    .set({ state: 'EXPIRED' })
    .where(and(eq(ballProposals.ballId, ballId), eq(ballProposals.state, 'OPEN')))
    .returning({ id: ballProposals.id })
  const waiters = await tx
    .update(ballWaiters)
    .set({ state: 'EXPIRED' })
    .where(and(eq(ballWaiters.ballId, ballId), inArray(ballWaiters.state, ['WAITING', 'OFFERED'])))
    .returning({ userId: ballWaiters.userId })
  return {
    requestIds: requests.map(({ id }) => id),
    proposalIds: proposals.map(({ id }) => id),
    waitedIds: waiters.map(({ userId }) => userId),
  }
}
