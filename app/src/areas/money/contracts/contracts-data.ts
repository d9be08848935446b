import * as contracts from '@paidang/api/areas/money/contracts'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { PROFILE_KEY } from '../../../platform/cache-keys'
import { readKey, usePages, useRead, useReload } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'
import { kindsOf, type LedgerFilter } from './parts/ledger-labels'

/** Query key of everything about contracts and lesson hours. */
const CONTRACTS_KEY = ['contracts'] as const

/** Whose contracts the caller reads: their own, or those of a student. */
const contractsOf = (ownerId: string | null) => ({ params: { userId: ownerId ?? '' } })

/**
 * The contracts of a user, active ones first. The caller sees all of their own, and those of a student for the
 * caller's courses.
 */
export function useContracts(ownerId: string | null) {
  return useRead(CONTRACTS_KEY, contracts.contractsOfUser, contractsOf(ownerId))
}

/** The caller's coaches, the one with the most classes first. */
export function useOwnCoaches() {
  return useRead(['relations'], coachesOfPlayer, { params: { playerId: useUserId() ?? '' } })
}

/** The student; nothing is fetched without an id. */
export function useStudent(id: string | undefined) {
  return useRead(PROFILE_KEY, getPlayerView, id === undefined ? null : { params: { id } })
}

/**
 * The statement of one contract, newest first, page by page; instants as Dates. `filter` limits it to one kind of
 * movement.
 */
export function useStatement(id: string, filter: LedgerFilter) {
  const input = { params: { id }, query: { kind: kindsOf(filter) } }
  // The old rows stay until those of the new filter arrive.
  return usePages(CONTRACTS_KEY, contracts.contractStatement, input, { show: toMove, keyOf: seqOf, keepsOld: true })
}

const seqOf = ({ seq }: contracts.LedgerRow) => seq
const toMove = (row: contracts.LedgerRow) => ({ ...row, at: new Date(row.at) })

/** Fetches contracts and the open statement again, for pull-to-refresh; resolves to the failure, or null. */
export function useReloadContracts(ownerId: string | null) {
  const main = readKey(CONTRACTS_KEY, contracts.contractsOfUser, useUserId(), contractsOf(ownerId))
  return useReload([CONTRACTS_KEY], main)
}

const PHOTOS_KEY = [...CONTRACTS_KEY, 'photos'] as const

/**
 * A link to a photo is valid for ten minutes. A list older than this is read again before it is shown. Source: server,
 * "createFileLinks"
 */
const LINKS_FRESH_MS = 5 * 60_000

/** The contract photos of a player, latest first. The player sees all, a coach or admin those of their companies. */
export function useContractPhotos(userId: string) {
  return useRead(PHOTOS_KEY, contracts.contractPhotos, userId === '' ? null : { params: { userId } }, {
    refetchInterval: LINKS_FRESH_MS,
  })
}

/** Adds an uploaded picture to the student's contracts. */
export function useUploadContract() {
  return useWrite(contracts.uploadUserContract, {
    stale: [PHOTOS_KEY],
    input: (body: { userId: string; contractAttachment: string; companyId?: string }) => ({ body }),
  })
}
