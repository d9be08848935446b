import type { CoachVenue, Venue } from '@paidang/api/areas/venues'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import type { TagKind } from '../../ui/tag'

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

/** How a coach stands to a venue, in word and look: first whether the platform has approved the venue itself, and not taken it off. */
export function standingTag({ approveStatus, venueApproveStatus }: Standing): { text: string; kind: TagKind } {
  if (venueApproveStatus === APPROVAL.REJECTED) return { text: '平台未开放', kind: 'bad' }
  if (venueApproveStatus !== APPROVAL.APPROVED) return { text: '平台审核中', kind: 'wait' }
  return APPROVAL_TAGS[approveStatus] ?? PENDING_TAG
}

/** Whether the coach may book and lock there: the platform has approved the venue, and its managers the coach. */
export function isUsable({ approveStatus, venueApproveStatus }: Standing): boolean {
  return approveStatus === APPROVAL.APPROVED && venueApproveStatus === APPROVAL.APPROVED
}

/** Whether only the platform still has to approve. */
export function isWaitingForPlatform({ approveStatus, venueApproveStatus }: Standing): boolean {
  return approveStatus === APPROVAL.APPROVED && venueApproveStatus === APPROVAL.PENDING
}

/** Why nobody can book or lock at a venue; undefined where the platform has approved it. */
export function whyNotUsable({ venueApproveStatus }: Pick<CoachVenue, 'venueApproveStatus'>): string | undefined {
  if (venueApproveStatus === APPROVAL.APPROVED) return undefined
  return venueApproveStatus === APPROVAL.PENDING
    ? '平台审核通过后，就能在这里约课和锁定场地'
    : '平台没有开放这个场馆，不能在这里约课和锁定场地'
}

/** Where a venue stands in words: 徐汇区 龙腾大道 2350 号. */
export function placeText({ district, address }: Pick<Venue, 'district' | 'address'>): string {
  return address.startsWith(district) ? address : `${district} ${address}`.trim()
}

/** Whether the coach can ask to teach there: not while he is asked about, nor where he teaches already. */
export function mayAsk(own: Pick<CoachVenue, 'approveStatus'> | undefined): boolean {
  return own === undefined || own.approveStatus === APPROVAL.REJECTED
}

/** Whether the coach has asked and nobody has answered. */
export function isAsked({ approveStatus, isManager }: Pick<CoachVenue, 'approveStatus' | 'isManager'>): boolean {
  return approveStatus === APPROVAL.PENDING && !isManager
}

/** A city as venues carry it: 上海 and 上海市 are the same. */
export function officialCity(name: string): string {
  const city = name.trim()
  return city === '' || /(市|自治州|地区|盟|行政区)$/.test(city) ? city : `${city}市`
}
