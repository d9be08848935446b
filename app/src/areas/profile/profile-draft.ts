import type { PlayerView } from '@paidang/api/areas/profile'
import type { ErrorCode } from '@paidang/api/catalogue/errors'
import { nicknameFault as faultOfNickname } from '@paidang/domain/areas/profile/nickname'

/** The most characters that each text takes. Source: contract of save-player */
export const MAX_NICKNAME = 20
export const MAX_WECHAT_ID = 40
export const MAX_DESCRIPTION = 200
/** The most photos beside the face. Source: issue "People" */
export const MAX_NICE_PHOTOS = 9

/** What is typed and chosen of a profile; the pictures beside the face have a state of their own. */
export type ProfileDraft = Pick<
  PlayerView,
  | 'nickname'
  | 'avatar'
  | 'gender'
  | 'region'
  | 'level'
  | 'handedness'
  | 'backhandStyle'
  | 'wechatIdOpen'
  | 'description'
> & { wechatId: string }

/** What WeChat users are called until they say their name. */
const UNNAMED = '微信用户'

/** Whether this is no name of his own choice. */
export function isUnnamed(nickname: string): boolean {
  return nickname.startsWith(UNNAMED)
}

/** A profile as its form begins. */
export function draftOfPlayer(player: PlayerView): ProfileDraft {
  const { nickname, avatar, gender, region, level, handedness, backhandStyle, wechatIdOpen, description } = player
  const wechatId = player.wechatId ?? ''
  return { nickname, avatar, gender, region, level, handedness, backhandStyle, wechatId, wechatIdOpen, description }
}

/** What of a draft is not as it began, as it is sent: texts without their edges, no WeChat id as null. */
export function changesOf(begin: ProfileDraft, draft: ProfileDraft) {
  const before = sentOf(begin)
  const entries = Object.entries(sentOf(draft)).filter(([key, value]) => before[key as keyof typeof before] !== value)
  return Object.fromEntries(entries) as Partial<typeof before>
}

function sentOf({ nickname, wechatId, description, ...rest }: ProfileDraft) {
  const id = wechatId.trim()
  return {
    ...rest,
    nickname: nickname.trim(),
    wechatId: id === '' ? null : id,
    description: description.trim(),
  }
}

/** Why a nickname cannot be kept; undefined when it can. */
export function nicknameFault({ nickname }: Pick<ProfileDraft, 'nickname'>): ErrorCode | undefined {
  return faultOfNickname(nickname)
}
