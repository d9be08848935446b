/** What people report: somebody's profile, or the words of a ball game. */
export const REPORT_KINDS = ['user', 'ball'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Why, in the order in which it is offered. */
export const REPORT_REASONS = ['abuse', 'untrue', 'advert', 'obscene', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** What the reasons are called, for who reports and who decides. */
export const REPORT_REASON_NAMES: Readonly<Record<ReportReason, string>> = {
  abuse: '骚扰辱骂',
  untrue: '虚假信息',
  advert: '广告导流',
  obscene: '色情低俗',
  other: '其他',
}

/** How long the words of a report may be. */
export const REPORT_WORDS_LENGTH = 200

/** So many things one person reports in a day. */
export const REPORTS_A_DAY = 10

/** What of a reported thing can be taken away: the first four and the card of a profile, the words of a game. */
export const REPORT_PARTS = ['nickname', 'avatar', 'description', 'nicePhotos', 'card', 'words'] as const
export type ReportPart = (typeof REPORT_PARTS)[number]

/** The parts of a kind of thing, in the order in which they are shown. */
export const PARTS_OF: Readonly<Record<ReportKind, readonly ReportPart[]>> = {
  user: ['nickname', 'avatar', 'description', 'nicePhotos', 'card'],
  ball: ['words'],
}

/** What the parts are called. */
export const REPORT_PART_NAMES: Readonly<Record<ReportPart, string>> = {
  nickname: '昵称',
  avatar: '头像',
  description: '个人简介',
  nicePhotos: '照片',
  card: '名片',
  words: '标题和说明',
}

/** Whether these are parts of that kind of thing, at least one and each once. */
export function arePartsOf(kind: ReportKind, parts: readonly ReportPart[]): boolean {
  return (
    parts.length > 0 && new Set(parts).size === parts.length && parts.every((part) => PARTS_OF[kind].includes(part))
  )
}
