import { and, asc, eq, ne, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballProposals } from '../../../tables/balls.ts'
import type { ProposalRow } from './pending-queries.ts'

/** Writes what the initiator of a locked game proposes. */
export async function insertProposal(
  tx: Database,
  proposal: Pick<ProposalRow, 'ballId' | 'kind' | 'proposedBy' | 'outUserId' | 'inUserId' | 'createdAt'>,
): Promise<ProposalRow> {
  const [row] = await tx.insert(ballProposals).values(proposal).returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

export async function findProposal(db: Database, id: string): Promise<ProposalRow | undefined> {
  const [row] = await db.select().from(ballProposals).where(eq(ballProposals.id, id))
  return row
}

/** The proposal whose payment an order is. */
export async function findProposalOfOrder(db: Database, orderId: string): Promise<ProposalRow | undefined> {
  const [row] = await db.select().from(ballProposals).where(eq(ballProposals.orderId, orderId))
  return row
}

/** All proposals about a locked game, the oldest first. */
export async function listProposals(tx: Database, ballId: string): Promise<ProposalRow[]> {
  return tx
    .select()
    .from(ballProposals)
    .where(and(eq(ballProposals.ballId, ballId), eq(ballProposals.state, 'OPEN')))
    .orderBy(asc(ballProposals.id))
}

/** How often something was proposed to a person in a locked game that still waits or was not carried out. */
export async function countProposals(tx: Database, ballId: string, userId: string): Promise<number> {
  const isAbout = or(eq(ballProposals.outUserId, userId), eq(ballProposals.inUserId, userId))
  return tx.$count(ballProposals, and(eq(ballProposals.ballId, ballId), ne(ballProposals.state, 'DONE'), isAbout))
}

/** What is proposed about one person in a locked game. */
export async function listProposalsAbout(tx: Database, ballId: string, userId: string): Promise<ProposalRow[]> {
  const isAbout = or(eq(ballProposals.outUserId, userId), eq(ballProposals.inUserId, userId))
  return tx
    .select()
    .from(ballProposals)
    .where(and(eq(ballProposals.ballId, ballId), eq(ballProposals.state, 'OPEN'), isAbout))
    .orderBy(asc(ballProposals.id))
}

/** Changes a proposal of a locked game. */
export async function updateProposal(
  tx: Database,
  id: string,
  change: Partial<Pick<ProposalRow, 'outAgreedAt' | 'inAgreedAt' | 'orderId' | 'state'>>,
): Promise<ProposalRow> {
  const [row] = await tx.update(ballProposals).set(change).where(eq(ballProposals.id, id)).returning()
  if (!row) throw new Error(`proposal ${id} is gone`)
  return row
}
