import type { PlayerView } from '@paidang/api/areas/people/profile'
import type { CoachApplication, LevelChange, RegistInfo } from '@paidang/api/areas/people/registration'

/** The profile of 林知夏 as the owner reads it. */
export function givenPlayer(over: Partial<PlayerView> = {}): PlayerView {
  return {
    id: '10',
    userType: 0,
    nickname: '林知夏',
    avatar: null,
    avatarAbsUrl: null,
    gender: 0,
    region: '上海市 徐汇区',
    handedness: 0,
    backhandStyle: 'double',
    level: 3.5,
    description: '下班就想打球',
    verified: 0,
    likesCount: 9,
    wechatId: 'linzhixia',
    wechatIdOpen: false,
    phone: '138****0009',
    nicePhotos: '',
    nicePhotosAbsUrl: '',
    nicePhotosList: [],
    registerTypes: ['player'],
    classesCount: 23,
    ballsCount: 3,
    partnersCount: 12,
    attendance: 96,
    revision: 4,
    pending: [],
    ...over,
  }
}

/** Two photos of 林知夏, in their order. */
export const PHOTOS = ['public/photos/1.webp', 'public/photos/2.webp'].map((relativePath) => ({
  relativePath,
  url: `https://paidang.test/aaapi/files/${relativePath}`,
}))

/** The registration of 林知夏. */
export function givenRegistInfo(over: Partial<RegistInfo> = {}): RegistInfo {
  return {
    isRegistered: true,
    registerTypes: ['player'],
    player: givenPlayer(),
    coach: null,
    levelIsOwn: true,
    ...over,
  }
}

/** A waiting application of 林知夏 to be a coach. */
export function givenApplication(over: Partial<CoachApplication> = {}): CoachApplication {
  return {
    id: '1',
    realName: '林小夏',
    yearsTeaching: 3,
    region: '上海市 徐汇区',
    introduction: '教青少年',
    certificates: [{ relativePath: 'private/certificates/1.webp', url: '/aaapi/files/signed/1' }],
    approveStatus: 0,
    reason: '',
    createTime: '2026-11-20T04:00:00Z',
    ...over,
  }
}

/** A change of the level of 林知夏. */
export function givenChange(over: Partial<LevelChange> = {}): LevelChange {
  return { id: '1', source: 'SELF', level: 3, by: null, note: '', createTime: '2026-11-01T04:00:00Z', ...over }
}
