import type { PlayerView } from '@paidang/api/areas/people/profile'
import type { ErrorCode } from '@paidang/api/catalogue/errors'
import { nicknameFault as faultOfNickname } from '@paidang/domain/areas/people/profile/nickname'

/** The maximum length of each text. Source: contract of save-player */
export const MAX_NICKNAME = 20
export const MAX_WECHAT_ID = 40
export const MAX_DESCRIPTION = 200
/** The maximum number of photos besides the portrait. Source: issue "People" */
export const MAX_NICE_PHOTOS = 9

/** The draft of a profile; the photos have a state of their own. Gender and hands that nobody stated are left out. */
export type ProfileDraft = Pick<
  PlayerView,
  'nickname' | 'avatar' | 'sport' | 'region' | 'level' | 'wechatIdOpen' | 'description'
> &
  Partial<Pick<PlayerView, 'gender' | 'handedness' | 'backhandStyle'>> & { wechatId: string }

/** The initial names of who came by WeChat or by phone, until they choose one. */
const UNNAMED = /^(微信用户|新球友$)/

/** Whether the nickname is the initial one. */
export function isUnnamed(nickname: string): boolean {
  return UNNAMED.test(nickname)
}

/** A profile as the initial draft of its form. */
export function draftOfPlayer(player: PlayerView): ProfileDraft {
  const { nickname, avatar, gender, sport, region, level, handedness, backhandStyle, wechatIdOpen, description } =
    player
  const wechatId = player.wechatId ?? ''
  return {
    nickname,
    avatar,
    ...(!player.genderIsUnsaid && { gender }),
    ...(sport && { sport }),
    region,
    level,
    ...(!player.handIsUnsaid && { handedness }),
    ...(!player.backhandIsUnsaid && { backhandStyle }),
    wechatId,
    wechatIdOpen,
    description,
  }
}

/** The changes of a draft in the server's format: texts trimmed, an empty WeChat id as null. */
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

/** Why a nickname cannot be saved; undefined when it can. */
export function nicknameFault({ nickname }: Pick<ProfileDraft, 'nickname'>): ErrorCode | undefined {
  return faultOfNickname(nickname)
}
