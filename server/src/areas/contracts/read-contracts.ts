import type { Contract, LedgerRow } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import { CONTRACT_STATUS, contractStatusOf } from '@paidang/domain/areas/contracts/contract'
import { dayOf } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../db/database.ts'
import { companyOfPath } from '../companies/company-of-path.ts'
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
import { LEDGER_KINDS, type LedgerKind } from './tables.ts'

/** Who reads, and when. */
type Reader = { by: string; now: Date }

/**
 * A user's contracts for himself; for his coach only those of the courses the coach teaches. Active ones first.
 *
 * @throws ApiError data_of_others
 * Source: permission matrix
 */
export async function readContractsOfUser(
  db: Database,
  { userId, coachId, by, now }: Reader & { userId: string; coachId?: string | undefined },
): Promise<Contract[]> {
  if (!isId(userId)) throw new ApiError('data_of_others')
  if (by === userId) return present(db, { userId, ...(coachId && { taughtBy: coachId }) }, now)
  if (!(await hasRelation(db, by, userId))) throw new ApiError('data_of_others')
  return present(db, { userId, taughtBy: by }, now)
}

/** The active contracts that pay a class of one coach, the earliest to expire first. */
export async function readActiveContracts(
  db: Database,
  wanted: Reader & { userId: string; coachId: string },
): Promise<Contract[]> {
  const all = await readContractsOfUser(db, wanted)
  return all.filter(({ contractStatus }) => contractStatus === CONTRACT_STATUS.ACTIVE)
}

/**
 * A user's contracts with one company, for himself, a coach or the admin of that company who has him as a student.
 *
 * @param companyId the path's text: an id, or for userType 2 an id with the suffix -{userId} of the caller
 * @throws ApiError data_of_others
 */
export async function readContractsWithCompany(
  db: Database,
  { userId, companyId: text, by, now }: Reader & { userId: string; companyId: string },
): Promise<Contract[]> {
  const companyId = companyOfPath(text, by)
  if (!isId(userId)) throw new ApiError('data_of_others')
  if (by !== userId) {
    const { isMember, isAdmin } = await findCompanyTie(db, companyId, by)
    const mayLook =
      (isMember && (await hasRelation(db, by, userId))) ||
      (isAdmin && (await hasRelationWithCompany(db, companyId, userId)))
    if (!mayLook) throw new ApiError('data_of_others')
  }
  return present(db, { userId, companyId }, now)
}

/** Contracts as they now stand, in the order of their ids as given; the caller answers for who may see them. */
export async function readContractsById(db: Database, ids: readonly string[], now: Date): Promise<Contract[]> {
  const found = new Map((await present(db, { ids }, now)).map((contract) => [contract.id, contract]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * One page of a contract's movements, newest first: for its player, a coach of its course who has him as a student, the
 * admin of its company.
 *
 * @param kindText one kind of movement, several with commas, or all / nothing for every one
 * @throws ApiError contract_not_found, also when it is not the caller's to see; input_invalid for a word that is no kind
 */
export async function readStatement(
  db: Database,
  {
    contractId,
    by,
    kindText,
    limit,
    offset,
  }: { contractId: string; by: string; kindText: string | undefined; limit: number; offset: number },
): Promise<Page<LedgerRow>> {
  const kinds = kindsOf(kindText)
  const [contract] = await listContracts(db, { ids: [contractId] })
  if (!contract) throw new ApiError('contract_not_found')
  if (contract.userId !== by) {
    const isCoach = (await teachesCourse(db, by, contract.courseId)) && (await hasRelation(db, by, contract.userId))
    const mayLook = isCoach || (await findCompanyTie(db, contract.companyId, by)).isAdmin
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
