import type { ResponsePlayer } from '@paidang/api/areas/classes'
import type { Contract } from '@paidang/api/areas/contracts'
import { errors } from '@paidang/api/catalogue/errors'
import { CONTRACT_STATUS, lessonHoursText, whyNotGrant } from '@paidang/domain/areas/contracts/contract'
import type { Day } from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { type InvitationInfo, invitedPlayers, joinedPlayers } from './invitation-info'
import { isPayer, neededSessions } from './seat-labels'

/** Step and limits of the hours in one 缔约, in lesson hours, as the API takes them. */
export const SESSIONS_STEP = 0.5
export const MIN_SESSIONS = 0.5
export const MAX_SESSIONS = 500
/** Packages that are usually sold. */
export const PACKAGES = [5, 10, 20] as const

/** What a coach is about to grant: hours on top of `contract`, or a new contract. */
export type Grant = { contract: Contract | undefined; sessions: number; expiryDate: Day }

type GrantedClass = Pick<InvitationInfo['invitation'], 'courseDate' | 'consumedSessions'>

/** Returns with whom a contract can be made for this class: every payer, those with too few hours first. */
export function studentsToContract(info: InvitationInfo): ResponsePlayer[] {
  const payers = [...joinedPlayers(info), ...invitedPlayers(info)].filter((player) => isPayer(info, player))
  const lacks = (player: ResponsePlayer) => neededSessions(info, player) > (player.availableSessions ?? 0)
  return [...payers.filter(lacks), ...payers.filter((player) => !lacks(player))]
}

/** Returns the contracts that can be topped up: of this course and not over, the one that ends last first. */
export function contractsToTopUp(contracts: readonly Contract[], courseDesignId: string): Contract[] {
  return contracts
    .filter(({ courseDesign, contractStatus }) => {
      return courseDesign.id === courseDesignId && contractStatus !== CONTRACT_STATUS.EXPIRED
    })
    .sort((a, b) => (a.expiryDate > b.expiryDate ? -1 : a.expiryDate < b.expiryDate ? 1 : 0))
}

/** Returns the lesson hours that the contract lacks for a class of this cost; at least the smallest step. */
export function sessionsForClass(consumedSessions: number, contract: Contract | undefined): number {
  return Math.max(MIN_SESSIONS, consumedSessions - (contract?.availableSessions ?? 0))
}

/** Says why the server would refuse this grant for the class, with its text. */
export function grantRefusal({ contract, ...grant }: Grant, invitation: GrantedClass): string | undefined {
  const refusal = whyNotGrant(contract, grant, invitation)
  return refusal && errors[refusal].message
}

/** Returns the price line: the price of the hours together, and its calculation. */
export function priceText(unitPrice: Fen, sessions: number): { sum: string; how: string } {
  return {
    sum: `¥${yuanOf(Math.round(unitPrice * sessions))}`,
    how: `¥${yuanOf(unitPrice)} × ${lessonHoursText(sessions)} 课时`,
  }
}

/** Returns what the student has afterwards: 缔约后可用 10.5 课时，这节课预占 1.5. */
export function afterwards({ contract, sessions }: Grant, holdsNow: number): string {
  const available = (contract?.availableSessions ?? 0) + sessions - holdsNow
  const total = `缔约后可用 ${lessonHoursText(available)} 课时`
  return holdsNow > 0 ? `${total}，这节课预占 ${lessonHoursText(holdsNow)}` : total
}
