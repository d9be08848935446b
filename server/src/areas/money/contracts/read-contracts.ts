import type { Contract, LedgerRow } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { CONTRACT_STATUS, contractStatusOf } from '@paidang/domain/areas/contracts/contract'
import { dayOf } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../../db/database.ts'
import { LEDGER_KINDS, type LedgerKind } from '../../../tables/contracts.ts'
import { companyOfPath } from '../../places/companies/company-of-path.ts'
import {
  type ContractFilter,
  type ContractRow,
  findCompanyTie,
  hasRelation,
  hasRelationWithCompany,
  type LedgerDbRow,
  listContracts,
  listLedger,
  teachesCourse,
} from './queries.ts'

/** The caller and the time. */
type Reader = { actorId: string; now: Date }

/**
 * A user's contracts, active ones first. The user sees all. Their coach sees those of the courses that the coach
 * teaches.
 *
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
export async function readContractsOfUser(
  db: Database,
  { userId, coachId, actorId, now }: Reader & { userId: string; coachId?: string | undefined },
): Promise<Contract[]> {
  if (!isId(userId)) throw new ApiError('data_of_others')
  if (actorId === userId) return present(db, { userId, ...(coachId && { taughtBy: coachId }) }, now)
  if (!(await hasRelation(db, actorId, userId))) throw new ApiError('data_of_others')
  return present(db, { userId, taughtBy: actorId }, now)
}

/** The active contracts that can pay a class of one coach, earliest expiry first. */
export async function readActiveContracts(
  db: Database,
  input: Reader & { userId: string; coachId: string },
): Promise<Contract[]> {
  const all = await readContractsOfUser(db, input)
  return all.filter(({ contractStatus }) => contractStatus === CONTRACT_STATUS.ACTIVE)
}

/**
 * A user's contracts with one company. The user reads them. Coaches and the admin of that company read them if the user
 * is a student there.
 *
 * @param companyId the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others
 */
export async function readContractsWithCompany(
  db: Database,
  { userId, companyId: text, actorId, now }: Reader & { userId: string; companyId: string },
): Promise<Contract[]> {
  const companyId = companyOfPath(text, actorId)
  if (!isId(userId)) throw new ApiError('data_of_others')
  if (actorId !== userId) {
    const { isMember, isAdmin } = await findCompanyTie(db, companyId, actorId)
    const mayLook =
      (isMember && (await hasRelation(db, actorId, userId))) ||
      (isAdmin && (await hasRelationWithCompany(db, companyId, userId)))
    if (!mayLook) throw new ApiError('data_of_others')
  }
  return present(db, { userId, companyId }, now)
}

/** Contracts in their current state, in the order of the given ids. The caller must check who may see them. */
export async function readContractsById(db: Database, ids: readonly string[], now: Date): Promise<Contract[]> {
  const found = new Map((await present(db, { ids }, now)).map((contract) => [contract.id, contract]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * One page of a contract's ledger rows, newest first. Its player, coaches of its course with the player as student, and
 * the admin of its company read it.
 *
 * @param kindText one kind, several separated by commas, or `all` or nothing for every kind
 * @throws ApiError contract_not_found, also if the caller may not see it; input_invalid for an unknown kind
 */
export async function readStatement(
  db: Database,
  {
    contractId,
    actorId,
    kindText,
    limit,
    offset,
  }: { contractId: string; actorId: string; kindText: string | undefined; limit: number; offset: number },
): Promise<Page<LedgerRow>> {
  const kinds = kindsOf(kindText)
  const [contract] = await listContracts(db, { ids: [contractId] })
  if (!contract) throw new ApiError('contract_not_found')
  if (contract.userId !== actorId) {
    const isCoach =
      (await teachesCourse(db, actorId, contract.courseId)) && (await hasRelation(db, actorId, contract.userId))
    const mayLook = isCoach || (await findCompanyTie(db, contract.companyId, actorId)).isAdmin
    if (!mayLook) throw new ApiError('contract_not_found')
  }
  const { rows, total } = await listLedger(db, contractId, { kinds, limit, offset })
  return { rows: rows.map(presentLedgerRow), total }
}

function kindsOf(text: string | undefined): LedgerKind[] | undefined {
  if (text === undefined || text === '' || text === 'all') return undefined
  return text.split(',').map((word) => {
    const kind = LEDGER_KINDS.find((known) => known === word)
    if (!kind) throw new ApiError('input_invalid')
    return kind
  })
}

async function present(db: Database, filter: ContractFilter, now: Date): Promise<Contract[]> {
  const today = dayOf(now)
  const rows = await listContracts(db, filter)
  return rows.map((row) => presentContract(row, today)).sort((a, b) => a.contractStatus - b.contractStatus)
}

function presentContract(row: ContractRow, today: string): Contract {
  return {
    id: row.id,
    userId: row.userId,
    courseDesign: {
      id: row.courseId,
      courseName: row.courseName,
      sessionDuration: row.sessionDuration,
      maxParticipants: row.maxParticipants,
      pricePerSession: row.pricePerSession,
    },
    companyId: row.companyId,
    company: { id: row.companyId, companyName: row.companyName, freeCancelHours: row.freeCancelHours },
    isPerson: row.isPerson,
    contractStatus: contractStatusOf(row, today),
    totalSessions: row.remainingSessions + row.consumedSessions + row.expiredSessions,
    remainingSessions: row.remainingSessions,
    heldSessions: row.heldSessions,
    availableSessions: row.remainingSessions - row.heldSessions,
    consumedSessions: row.consumedSessions,
    expiredSessions: row.expiredSessions,
    unitPrice: row.unitPrice,
    expiryDate: row.expiryDate,
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
  }
}

function presentLedgerRow(row: LedgerDbRow): LedgerRow {
  const { invitationId, courseDate, beginTimeSlot, coachId, coachName } = row
  return {
    seq: row.seq,
    kind: row.kind,
    remainingChange: row.remainingChange,
    heldChange: row.heldChange,
    remainingAfter: row.remainingAfter,
    heldAfter: row.heldAfter,
    availableAfter: row.remainingAfter - row.heldAfter,
    reason: row.reason,
    actorName: row.actorName,
    at: row.createdAt.toISOString(),
    invitation:
      invitationId === null || courseDate === null || beginTimeSlot === null || coachId === null
        ? null
        : { id: invitationId, courseDate, beginTimeSlot, coachId, coachName: coachName ?? '' },
  }
}
