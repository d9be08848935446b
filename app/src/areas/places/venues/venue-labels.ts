import type { CoachVenue, Venue } from '@paidang/api/areas/places/venues'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { TagKind } from '../../../ui/tag'

const PENDING_TAG = { text: '待审核', kind: 'wait' } as const
const APPROVAL_TAGS: Record<number, { text: string; kind: TagKind }> = {
  [APPROVAL.PENDING]: PENDING_TAG,
  [APPROVAL.APPROVED]: { text: '已通过', kind: 'ok' },
  [APPROVAL.REJECTED]: { text: '已拒绝', kind: 'bad' },
}

type Standing = Pick<CoachVenue, 'approveStatus' | 'venueApproveStatus'>

/** 6 片场地 */
export function courtsOfVenueText({ courts }: Pick<Venue, 'courts'>): string {
  return `${courts.length} 片场地`
}

/**
 * The tag of a coach's relation to a venue. It first tells whether the platform has approved the venue and not taken
 * it offline.
 */
export function associationTag({ approveStatus, venueApproveStatus }: Standing): { text: string; kind: TagKind } {
  if (venueApproveStatus === APPROVAL.REJECTED) return { text: '平台未开放', kind: 'bad' }
  if (venueApproveStatus !== APPROVAL.APPROVED) return { text: '平台审核中', kind: 'wait' }
  return APPROVAL_TAGS[approveStatus] ?? PENDING_TAG
}

/** Whether the coach may book and lock there. The platform must have approved the venue, and its managers the coach. */
export function isUsable({ approveStatus, venueApproveStatus }: Standing): boolean {
  return approveStatus === APPROVAL.APPROVED && venueApproveStatus === APPROVAL.APPROVED
}

/** Whether only the approval of the platform is missing. */
export function isWaitingForPlatform({ approveStatus, venueApproveStatus }: Standing): boolean {
  return approveStatus === APPROVAL.APPROVED && venueApproveStatus === APPROVAL.PENDING
}

/** Why nobody can book or lock at a venue; undefined for an approved venue. */
export function whyNotUsable({ venueApproveStatus }: Pick<CoachVenue, 'venueApproveStatus'>): string | undefined {
  if (venueApproveStatus === APPROVAL.APPROVED) return undefined
  return venueApproveStatus === APPROVAL.PENDING
    ? '平台审核通过后，就能在这里约课和锁定场地'
    : '平台没有开放这个场馆，不能在这里约课和锁定场地'
}

/** The place of a venue as text: 徐汇区 龙腾大道 2350 号. */
export function placeText({ district, address }: Pick<Venue, 'district' | 'address'>): string {
  return address.startsWith(district) ? address : `${district} ${address}`.trim()
}

/** Whether the coach can ask to teach there. Not while a request is open, and not where the coach teaches already. */
export function mayAsk(own: Pick<CoachVenue, 'approveStatus'> | undefined): boolean {
  return own === undefined || own.approveStatus === APPROVAL.REJECTED
}

/** Whether a request of the coach is still unanswered. */
export function isAsked({ approveStatus, isManager }: Pick<CoachVenue, 'approveStatus' | 'isManager'>): boolean {
  return approveStatus === APPROVAL.PENDING && !isManager
}

/** The official name of a city, as stored with venues: 上海 and 上海市 are the same. */
export function officialCity(name: string): string {
  const city = name.trim()
  return city === '' || /(市|自治州|地区|盟|行政区)$/.test(city) ? city : `${city}市`
}
